// The first steps: demo data, an own collection, and requests from a terminal.
import { useState } from "preact/hooks";
import { useAction } from "../../kit/action.ts";
import { Button } from "../../kit/button.tsx";
import { CodeBlock } from "../../kit/copy.tsx";
import { useCurl } from "../../kit/curl.ts";
import { percent } from "../../kit/format.ts";
import { Icon } from "../../kit/icon.tsx";
import { Failed } from "../../kit/notice.tsx";
import { goTo } from "../../shell/route.ts";
import { showStep } from "../../shell/tour.ts";

export function Welcome({ isEmpty }: { isEmpty: boolean }) {
  return (
    <section class="stack" aria-labelledby="quick-start">
      <h2 id="quick-start">Quick start</h2>
      {isEmpty && <p class="muted home-lead">There is no collection yet. Start in one of three ways:</p>}
      <div class="home-ways">
        <Demo />
        <Create />
        <Curl />
      </div>
    </section>
  );
}

function Demo() {
  const [written, setWritten] = useState(0);
  const { busy, error, run } = useAction(async () => {
    const [{ loadDemo }, { DEMO, FIRST_SEARCH }] = await Promise.all([
      import("../demo/load.ts"),
      import("../demo/links.ts"),
    ]);
    await loadDemo(setWritten);
    goTo(["collections", DEMO, "search"], FIRST_SEARCH);
    showStep(0);
  });
  return (
    <article class="card home-way">
      <Icon name="play" />
      <h3>Look around</h3>
      <p class="muted">
        Thousands of short texts about cities, dishes, animals, inventions and other things, with vectors of a
        language model, and a tour in six steps. They come with the server: nothing is downloaded from
        elsewhere.
      </p>
      <Failed error={error} />
      <Button needs="write" class="primary" disabled={busy} onClick={() => run()}>
        {busy ? `Loading ${percent(written)} …` : "Load demo data"}
      </Button>
    </article>
  );
}

function Create() {
  return (
    <article class="card home-way">
      <Icon name="layers" />
      <h3>Bring your own vectors</h3>
      <p class="muted">
        A collection needs a name, the size of your vectors and a distance. Import points from JSON lines,
        CSV, Parquet or npy files, or send them from your program.
      </p>
      <Button text="Create a collection" needs="write" onClick={() => goTo([], { create: "" })} />
    </article>
  );
}

const POINTS = [
  { id: 1, vector: [0.9, 0.1, 0.1, 0.2], payload: { city: "Vienna" } },
  { id: 2, vector: [0.1, 0.9, 0.2, 0.1], payload: { city: "Lima" } },
];

function Curl() {
  const curl = useCurl();
  const steps = [
    [
      "Create a collection",
      curl("PUT", "/collections/first", { vectors_config: { size: 4, distance: "Cosine" } }),
    ],
    ["Add points", curl("PUT", "/collections/first/points", { points: POINTS })],
    ["Search", curl("POST", "/collections/first/points/search", { vector: [0.8, 0.2, 0.1, 0.2], limit: 1 })],
  ] as const;
  return (
    <article class="card home-way home-curl">
      <h3 class="row">
        <Icon name="terminal" /> From a terminal
      </h3>
      {steps.map(([name, text]) => (
        <CodeBlock key={name} label={name} text={`# ${name}\n${text}`} />
      ))}
    </article>
  );
}
