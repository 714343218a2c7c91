// The help: documentation, the version of the server, and the keys of the console.
import { useStatus } from "../api/status.ts";
import { Dialog } from "../kit/dialog.tsx";
import { LINKS } from "./links.ts";
import { SHORTCUTS } from "./overlay.ts";

export function Help({ onClose }: { onClose: () => void }) {
  const { value } = useStatus();
  return (
    <Dialog title="Help" onClose={onClose}>
      <div class="stack">
        <ul class="bullets">
          {LINKS.map(({ name, href }) => (
            <li key={href}>
              <a href={href} target="_blank" rel="noopener">
                {name}
              </a>
            </li>
          ))}
        </ul>
        <h3>Keyboard shortcuts</h3>
        <dl class="help-keys">
          {SHORTCUTS.map(([keys, does]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        {value && <p class="small muted">Azimuth {value.version}</p>}
      </div>
    </Dialog>
  );
}
