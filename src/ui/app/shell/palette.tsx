// The command palette: collections, points, screens, actions and help by their names.
// The decision: it is a combobox with a list (WAI-ARIA Authoring Practices): the focus stays in the input, and the
// arrow keys choose.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { signOut } from "../api/admin.ts";
import { liveNames, useCollections } from "../api/collections.ts";
import { credential } from "../api/session.ts";
import { Dialog } from "../kit/dialog.tsx";
import { tellFailure } from "../kit/toast.tsx";
import { type Command, commandsFor } from "./commands.ts";
import { openOverlay } from "./overlay.ts";
import { goTo, route } from "./route.ts";
import { SCREENS } from "./screens.ts";
import { TABS } from "./tabs.ts";
import { scheme, theme } from "./theme.ts";

export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const { parts } = route.value;
  const commands = commandsFor(text, {
    screens: SCREENS,
    tabs: TABS,
    collections: liveNames(useCollections()),
    current: parts[0] === "collections" ? parts[1] : undefined,
    isSignedIn: credential.value !== null,
  });
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    start(command);
  };
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") run(commands[chosen]);
    else if (step === undefined || commands.length === 0) return;
    else setChosen((chosen + step + commands.length) % commands.length);
    event.preventDefault();
  };
  const optionId = (at: number): string => `${id}-${at}`;
  return (
    <Dialog title="Search and commands" onClose={onClose}>
      <div class="stack palette">
        <input
          type="text"
          role="combobox"
          aria-label="Collection, screen or command"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={commands.length > 0 ? optionId(chosen) : undefined}
          placeholder="A collection, a screen, a command, or “books 42” for a point"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onKeyDown={move}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
        />
        <div class="palette-list" role="listbox" id={id} aria-label="Commands">
          {commands.map((command, at) => (
            <Option
              key={`${command.kind} ${command.name}`}
              id={optionId(at)}
              command={command}
              isChosen={at === chosen}
              onRun={() => run(command)}
            />
          ))}
        </div>
        <p class="small muted" role="status">
          {commands.length === 0 ? "Nothing has this name." : "↑ ↓ to choose, Enter to open"}
        </p>
      </div>
    </Dialog>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly isChosen: boolean;
  onRun(): void;
}

function Option({ id, command: { kind, name }, isChosen, onRun }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus and names the chosen option.
    <div ref={element} id={id} role="option" aria-selected={isChosen} class="palette-option" onClick={onRun}>
      <bdi class="break">{name}</bdi>
      <span class="small muted">{kind}</span>
    </div>
  );
}

function start({ parts, query, href, action }: Command): void {
  if (parts) goTo(parts, query);
  else if (href) open(href, "_blank", "noopener");
  else if (action === "help") openOverlay("help");
  else if (action === "theme") theme.value = scheme.value === "dark" ? "light" : "dark";
  else signOut().catch(tellFailure);
}
