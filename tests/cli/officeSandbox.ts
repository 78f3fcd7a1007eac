import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CliSandbox } from '../support/runCli.ts';
import { makeRoomForPeople } from '../support/roomForPeople.ts';
import type { TestApp } from '../support/startApp.ts';

/** The sandbox, which runs the commands about people of an organization as an administrator of one. */
export async function withOffice(sandbox: CliSandbox, server: TestApp): Promise<CliSandbox> {
  const file = join(sandbox.home, 'office.token');
  await writeFile(file, server.as('Administrator'), { mode: 0o600 });
  return {
    ...sandbox,
    run: (args, options = {}) =>
      sandbox.run(
        args,
        args[0] === 'people' ? { ...options, env: { CAREPOST_TOKEN_FILE: file, ...options.env } } : options,
      ),
  };
}

/** A person of the administrator's organization, with a document source and an intake rule to choose from. */
export async function personValues(server: TestApp, mark: string): Promise<Readonly<Record<string, string>>> {
  const { people } = server.client('Administrator');
  await makeRoomForPeople(server);
  const body = { firstName: 'Exa', lastName: 'Mple', userName: `example-${mark}@people.example` };
  const { id, userName } = await people.create({ body });
  const { documentSources, intakeRules } = await people.assignable({});
  return {
    person: id,
    'user-name': userName,
    sources: documentSources.map(({ address }) => address).join(','),
    rules: intakeRules.map((rule) => rule.id).join(','),
  };
}
