// The entry of the console: it makes the language usable for libraries, asks the server whether a credential is needed,
// and draws the shell.
import { render } from "preact";
import { learnSession } from "./api/admin.ts";
import { guardLanguage } from "./kit/locale.ts";
import { Shell } from "./shell/shell.tsx";

guardLanguage(navigator);
void learnSession();
const app = document.getElementById("app")!;
// index.html has what is shown on slow networks until this program is there.
app.replaceChildren();
render(<Shell />, app);
