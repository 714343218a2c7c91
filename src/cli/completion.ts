// `azimuth completion`: scripts that complete commands and options in a shell.
// The decision: they are made from the declared commands, so there is no second list to maintain.
import { type Command, Option } from "commander";
import { choiceOf } from "./common/flag-values.ts";
import type { CommandParts } from "./common/output.ts";

interface Node {
  /** The command as it is typed: `azimuth token create`. */
  readonly words: string;
  readonly children: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly { readonly name: string; readonly description: string }[];
}

const SHELLS: Readonly<Record<string, (nodes: readonly Node[]) => string>> = { bash, zsh, fish };
const HELP = new Option("--help", "display help for command");

export function addCompletionCommand(program: Command, { stdout, run }: CommandParts): void {
  program
    .command("completion")
    .description("print a completion script for a shell")
    .argument("<shell>", Object.keys(SHELLS).join(", "))
    .addHelpText(
      "after",
      "\nExamples:\n  azimuth completion bash > ~/.local/share/bash-completion/completions/azimuth\n" +
        "  azimuth completion zsh > ~/.zfunc/_azimuth        # with fpath+=~/.zfunc before compinit\n" +
        "  azimuth completion fish > ~/.config/fish/completions/azimuth.fish",
    )
    .action((shell: string) =>
      run(async () => {
        const script = SHELLS[choiceOf("the shell", shell, Object.keys(SHELLS))]!;
        stdout.write(script(nodesOf(program, program.name())));
        return true;
      }),
    );
}

function nodesOf(command: Command, words: string): Node[] {
  const children = command.commands.map((child) => ({
    name: child.name(),
    description: child.description(),
  }));
  const options = [...command.options, HELP].map(({ long, description }) => ({
    name: long ?? "",
    description,
  }));
  const below = command.commands.flatMap((child) => nodesOf(child, `${words} ${child.name()}`));
  return [{ words, children, options: options.filter(({ name }) => name !== "") }, ...below];
}

function wordsOf({ children, options }: Node): string {
  return [...children, ...options].map(({ name }) => name).join(" ");
}

function bash(nodes: readonly Node[]): string {
  const cases = nodes.map((node) => `    "${node.words}") all="${wordsOf(node)}" ;;`);
  return `_azimuth() {
  local word=azimuth one all="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    one="\${COMP_WORDS[i]}"
    case " ${nodes.map(({ words }) => words.replaceAll(" ", "/")).join(" ")} " in
      *" \${word// //}/$one "*) word="$word $one" ;;
    esac
  done
  case "$word" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$all" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o filenames -F _azimuth azimuth
`;
}

function zsh(nodes: readonly Node[]): string {
  return `#compdef azimuth
autoload -U +X bashcompinit && bashcompinit
${bash(nodes)}`;
}

function fish(nodes: readonly Node[]): string {
  const lines = nodes.flatMap(({ words, children, options }) => {
    const [, ...path] = words.split(" ");
    const conditions = path.map((word) => `__fish_seen_subcommand_from ${word}`);
    const below = children.map(({ name }) => name).join(" ");
    const here = [
      ...(path.length === 0 ? ["__fish_use_subcommand"] : conditions),
      ...(path.length > 0 && below ? [`not __fish_seen_subcommand_from ${below}`] : []),
    ].join("; and ");
    return [
      ...children.map(
        ({ name, description }) =>
          `complete -c azimuth -f -n '${here}' -a ${name} -d '${plain(description)}'`,
      ),
      ...options.map(
        ({ name, description }) =>
          `complete -c azimuth -n '${here}' -l ${name.slice(2)} -d '${plain(description)}'`,
      ),
    ];
  });
  return `${lines.join("\n")}\n`;
}

/** Returns the text without quotes, for use within single quotes. */
function plain(text: string): string {
  return text.replaceAll("'", "");
}
