// What stands in place of something that the server does not offer with its settings.
import { Notice } from "../../kit/notice.tsx";

export function Closed({ what }: { what: string }) {
  return (
    <Notice kind="info">
      {what} are not open on this server. Start it with <code>--extended-api</code> to use them here.
    </Notice>
  );
}
