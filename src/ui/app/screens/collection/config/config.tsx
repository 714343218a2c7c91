// The configuration tab: every value with its meaning, what can be changed, aliases and snapshots.
import { useState } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import { Card } from "../../../kit/card.tsx";
import { Notice } from "../../../kit/notice.tsx";
import { Scroll } from "../../../kit/scroll.tsx";
import { tell } from "../../../kit/toast.tsx";
import { vectorsOf } from "../info.ts";
import type { TabProps } from "../tabs.ts";
import { Aliases } from "./aliases.tsx";
import { ChangeConfig } from "./change-config.tsx";
import { Snapshots } from "./snapshots.tsx";
import { Vectors } from "./vectors.tsx";
import { type Section, sectionsOf, shown } from "./words.ts";

export function Config({ name, info, onChange }: TabProps) {
  const [isChanging, setChanging] = useState(false);
  const { warnings = [] } = info;
  return (
    <div class="stack config">
      {warnings.map(({ message }) => (
        <Notice key={message} kind="warning">
          {message}
        </Notice>
      ))}
      <Card
        title="Configuration"
        flush
        aside={
          <Button
            icon="edit"
            class="primary"
            onClick={() => setChanging(true)}
            needs="write"
            text="Change config"
          />
        }
      >
        <Scroll label="Settings">
          <table>
            <thead>
              <tr>
                <th>Setting</th>
                <th>Value</th>
                <th>Meaning</th>
                <th>Can change</th>
              </tr>
            </thead>
            {sectionsOf(info.config, vectorsOf(info)).map((section) => (
              <SectionRows key={section.title} {...section} />
            ))}
          </table>
        </Scroll>
      </Card>
      <Vectors collection={name} info={info} onChange={onChange} />
      <Aliases name={name} />
      <Snapshots name={name} onChange={onChange} />
      {isChanging && (
        <ChangeConfig
          collection={name}
          info={info}
          onClose={() => setChanging(false)}
          onDone={() => {
            setChanging(false);
            onChange();
            tell(`Configuration of ${name} changed`);
          }}
        />
      )}
    </div>
  );
}

function SectionRows({ title, rows }: Section) {
  return (
    <tbody>
      <tr class="config-section">
        <th colSpan={4} scope="rowgroup">
          {title}
        </th>
      </tr>
      {rows.map(({ name, value, meaning, canChange }) => (
        <tr key={name}>
          <td>
            <code>{name}</code>
          </td>
          <td class="break config-value">{shown(value)}</td>
          <td class="muted">{meaning}</td>
          <td class="muted">{canChange ? "yes" : "no"}</td>
        </tr>
      ))}
    </tbody>
  );
}
