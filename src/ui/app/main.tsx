// The entry of the console: it makes the language usable for libraries, asks the server whether a credential is needed,
// and draws the shell.
import { render } from "preact";
import { send } from "./api/request.ts";
import { guardLanguage } from "./kit/locale.ts";
import { Shell } from "./shell/shell.tsx";

guardLanguage(navigator);
send("GET", "/status").catch(() => undefined);
render(<Shell />, document.getElementById("app")!);
