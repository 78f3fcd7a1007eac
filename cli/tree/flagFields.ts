import type { OptionSpec } from '../command.ts';
import { attributeOf, longName } from './exportFlags.ts';

/** Flags of many commands that are shorter than their field. */
const shortNames: Readonly<Record<string, string>> = { org: 'organizationId', page: 'pageNumber', role: 'roleName' };

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The fields of a request that the value of a flag may fill: `--phone` is `phone`, `--plan` is `planId`, `--enabled` is `isEnabled`, a repeatable
 * `--event` is `events`. The first one that the request has is meant. A flag that is called otherwise names its field itself.
 */
export const fieldsOfFlag = (option: OptionSpec): readonly string[] => {
  if (option.field !== undefined) return [option.field];
  const name = attributeOf(longName(option).replace(/^--no-/, '--'));
  const short = shortNames[name];
  return [
    name,
    ...(short === undefined ? [] : [short]),
    ...(option.many === true ? [`${name}s`] : []),
    `${name}Id`,
    `is${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  ];
};

/** The flag that fills a field: one that was used if there is any, and one of exactly its name before others. None where --set may have filled it. */
const flagOfField = (
  options: readonly OptionSpec[],
  used: Readonly<Record<string, unknown>>,
  field: string,
): string | undefined => {
  const name = camelCase(field);
  const isUsed = (option: OptionSpec): boolean => used[attributeOf(longName(option))] !== undefined;
  const candidates = options
    .filter((option) => fieldsOfFlag(option).includes(name))
    .toSorted((one, other) => fieldsOfFlag(one).indexOf(name) - fieldsOfFlag(other).indexOf(name));
  const option = candidates.find(isUsed) ?? (used['set'] === undefined ? candidates[0] : undefined);
  return option && longName(option);
};

/** A detail of an error with the flag in the place of the field: `--domain (2): must be a domain` for `domains.1: must be a domain`. */
export const detailWithFlag = (
  options: readonly OptionSpec[],
  used: Readonly<Record<string, unknown>>,
  detail: string,
): string =>
  detail.replace(
    /^(field: )?(?:\w+\.)*?(\w+?)(?:\.(\d+))?(?=: |$)/,
    (all: string, label: string | undefined, name: string, index: string | undefined) => {
      const flag = flagOfField(options, used, name);
      if (flag === undefined) return all;
      return `${label === undefined ? '' : 'flag: '}${flag}${index === undefined ? '' : ` (${Number(index) + 1})`}`;
    },
  );
