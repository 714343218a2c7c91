// "Connect": the addresses of the server, a token, and a search as a program in several languages.
import { useState } from "preact/hooks";
import type { Recall } from "../../../../../schema/recall.ts";
import { askWhole } from "../../../api/request.ts";
import { gate, mayUse } from "../../../api/session.ts";
import { useStatus } from "../../../api/status.ts";
import { useAction } from "../../../kit/action.ts";
import { Button } from "../../../kit/button.tsx";
import { Fold } from "../../../kit/card.tsx";
import { CodeBlock } from "../../../kit/copy.tsx";
import { grpcAddress, restAddress } from "../../../kit/curl.ts";
import { Failed } from "../../../kit/notice.tsx";
import { Segmented } from "../../../kit/segmented.tsx";
import { LINKS } from "../../../shell/links.ts";
import { type Info, vectorsOf } from "../info.ts";
import { thingsOf } from "../things/things.ts";
import type { Body } from "./body.ts";
import { installOf, KINDS, type Kind, LANGUAGES, programOf } from "./programs.ts";

interface Props {
  readonly name: string;
  readonly info: Info;
  readonly body: Body;
  /** The expected recall of the answer, if there is one. */
  readonly chosen?: Recall | null;
}

const CHOICES = KINDS.map((id) => ({ id, name: LANGUAGES[id].name }));

/** The current search as a program, folded until it is wanted. */
export function Programs(props: Props) {
  return (
    <Fold title="Use this search in a program" about={CHOICES.map(({ name }) => name).join(", ")}>
      <Connect {...props} />
    </Fold>
  );
}

export function Connect({ name, info, body, chosen = null }: Props) {
  const [kind, setKind] = useState<Kind>("typescript");
  const { value: status } = useStatus();
  const isGuarded = gate.value === "closed";
  const url = restAddress(status);
  const grpc = grpcAddress(status);
  const { known, fields } = thingsOf(name);
  const textField = known.find((field) => /text|content|body/.test(field)) ?? fields.label ?? "page_content";
  const { using = "" } = body;
  const dense = vectorsOf(info).has(using) ? using : undefined;
  const program = { url, collection: name, body, chosen, isGuarded, textField, dense };
  const install = installOf(kind, program);
  return (
    <div class="stack">
      <p class="small">
        REST <code class="break">{url}</code>
        {grpc !== null && (
          <>
            {" "}
            · gRPC <code class="break">{grpc}</code>
          </>
        )}
      </p>
      {isGuarded && <Token />}
      <Segmented label="Language" choices={CHOICES} current={kind} onChange={(id) => setKind(id)} />
      {install !== "" && <CodeBlock text={install} label="Installation" />}
      <CodeBlock text={programOf(kind, program)} label={`The search in ${LANGUAGES[kind].name}`} />
      <p class="small muted">
        {LINKS.map(({ name: page, href }, i) => (
          <span key={href}>
            {i > 0 && " · "}
            <a href={href}>{page}</a>
          </span>
        ))}
      </p>
    </div>
  );
}

const DAYS = 90;
const SECONDS_PER_DAY = 86_400;

/** Makes a token that may only read, for the programs below; those without the permission are told where to get one. */
function Token() {
  const [token, setToken] = useState<string>();
  const { busy, error, run } = useAction(async () => {
    const body = {
      name: `program ${new Date().toISOString().slice(0, 16)}`,
      description: "Made on the Connect panel of the console",
      permission: "read",
      will_expire: true,
      expires_in_seconds: DAYS * SECONDS_PER_DAY,
    };
    setToken((await askWhole<{ api_key: string }>("POST", "/auth/api_key", { body })).body.api_key);
  });
  if (token !== undefined) {
    return (
      <>
        <p class="hint">The token is shown this once. It may read, and expires in {DAYS} days.</p>
        <CodeBlock text={`export AZIMUTH_TOKEN='${token}'`} label="Token" />
      </>
    );
  }
  return (
    <>
      <p class="hint">
        The program reads an access token from the environment variable <code>AZIMUTH_TOKEN</code>.
        {!mayUse("admin") && " An admin can create one on the Access screen."}
      </p>
      {mayUse("admin") && (
        <div>
          <Button icon="key" needs="admin" onClick={() => run()} disabled={busy} text="Create a read token" />
        </div>
      )}
      <Failed error={error} />
    </>
  );
}
