import { type Command, defineCommand } from '../command.ts';
import { settingNames, settings } from '../config.ts';
import { showList } from '../output/listing.ts';

export const commands: readonly Command[] = [
  defineCommand({
    name: 'explain',
    summary: 'Show every setting: its value, its source, and the values that it overrides',
    description:
      'Flags override the environment, the environment overrides the profile, the profile overrides the system file.\nNo file is read from the current folder. The column problem has the rule that a value breaks.',
    takes: ['rows'],
    fields: {
      all: ['setting', 'value', 'problem', 'source', 'shadowed', 'summary', 'environment'],
      table: ['setting', 'value', 'problem', 'source', 'shadowed'],
      id: 'setting',
    },
    examples: ['', '--api https://staging.example.com --output json'],
    async run(context) {
      const rows = settingNames.map((name) => {
        const { value, source, shadowed } = context.config.explain(name);
        return {
          setting: name,
          value,
          problem: context.config.problemOf(name),
          source,
          shadowed: shadowed.map((layer) => `${layer.value} (${layer.source})`),
          summary: settings[name].summary,
          environment: settings[name].env,
        };
      });
      await showList(context, rows);
    },
  }),
];
