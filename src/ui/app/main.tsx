// The console begins here: it asks the server whether a credential is needed, and draws the shell.
import { render } from "preact";
import { send } from "./api/request.ts";
import { Shell } from "./shell/shell.tsx";

send("GET", "/status").catch(() => undefined);
render(<Shell />, document.getElementById("app")!);
