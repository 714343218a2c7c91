// The scripts and the style of the site: bundles with hashed names below assets/.
// The decision: the search is loaded when it is first used. It is the library for pages, in a worker, with no languages
// but English; the bundle of the npm package is not used, because it is not minified and has all languages.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { forPages, inside } from "../library/plugins.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGE = "src/site/page";
/** Applies the theme that was chosen in the console or here, before the page is painted. */
const FIRST = "src/ui/app/shell/first-theme.ts";

interface Bundles {
  readonly first: string;
  readonly main: string;
  readonly style: string;
}

/** @param out the folder of the site @param sections the address of the sections, from the scripts */
export async function bundleScripts(out: string, version: string, sections: string): Promise<Bundles> {
  const names = "[name]-[hash]";
  const common: BuildOptions = {
    absWorkingDir: ROOT,
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    conditions: ["browser"],
    minify: true,
    metafile: true,
    legalComments: "none",
    outdir: `${out}/assets`,
    ...{ entryNames: names, chunkNames: names, logLevel: "warning" },
  };
  const engines = { release: readFileSync(`${ROOT}build/release.wasm`, "base64") };
  const worker = await build({
    ...common,
    entryPoints: [`${PAGE}/search-worker.ts`],
    splitting: true,
    plugins: [inside({ version, engines, threads: {} }), forPages(), englishOnly()],
  });
  const searchWorker = `./${basename(outputOf(worker.metafile!, `${PAGE}/search-worker.ts`))}`;
  const main = await build({
    ...common,
    entryPoints: [`${PAGE}/main.ts`, `${PAGE}/style.css`],
    splitting: true,
    define: { SEARCH_WORKER: JSON.stringify(searchWorker), SECTIONS: JSON.stringify(sections) },
  });
  const first = await build({ ...common, format: "iife", entryPoints: [FIRST] });
  const addressOf = ({ metafile }: { metafile?: Metafile }, entry: string) =>
    `assets/${basename(outputOf(metafile!, entry))}`;
  return {
    first: addressOf(first, FIRST),
    main: addressOf(main, `${PAGE}/main.ts`),
    style: addressOf(main, `${PAGE}/style.css`),
  };
}

function outputOf({ outputs }: Metafile, entry: string): string {
  return Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry)![0];
}

/** Replaces all other languages by one file without words, because the pages are in English. */
function englishOnly(): Plugin {
  return {
    name: "English only",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\/(?:stopwords|gen)\/\w+\.ts$/ }, ({ path }) =>
        path.endsWith("/english.ts") ? undefined : { path: "none", namespace: "language" },
      );
      onLoad({ filter: /./, namespace: "language" }, () => ({
        contents: 'export const WORDS = ""; export const STEMMER = { stem: (word) => word };',
      }));
    },
  };
}
