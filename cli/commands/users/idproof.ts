import { ApiError } from '../../../shared/client/apiError.ts';
import { idProofMaxBytes } from '../../../shared/contract/uploadSizes.ts';
import { type Command, contentFlag, defineCommand, outputFlag } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { actionCommand, writeCommand } from '../../records/commandBuilders.ts';
import { loadUser, userArgument } from './userArgument.ts';

/** Identity documents of users. */
export const idProofCommands: readonly Command[] = [
  writeCommand({
    name: 'idproof submit',
    summary: 'Store the identity document of a user and confirm the identity with it',
    arguments: [userArgument],
    options: [
      contentFlag('--document <file>', 'PNG, JPEG, GIF, WebP or PDF, at most 5 MB', {
        field: 'file',
        complete: 'files',
        required: true,
      }),
    ],
    fields: ['id', 'userName', 'idProofStatus'],
    calls: ['users.get', 'users.list', 'users.uploadIdProof'],
    examples: ['<user> --document logo.png --yes', '<user> --document logo.png --yes --output json'],
    async prepare(run) {
      const { readUpload } = await import('../../records/inputFiles.ts');
      const file = await readUpload(run.options.document ?? '', idProofMaxBytes);
      const { id, name } = await loadUser(run, run.id);
      return {
        title: `Store the identity document of ${name}`,
        send: (call) => run.client.users.uploadIdProof({ body: { id }, file }, call),
        done: 'Identification has been sent.',
      };
    },
  }),
  defineCommand({
    name: 'idproof download',
    summary: 'Save the identity document of a user to a file that only this account can read',
    arguments: [userArgument],
    options: [
      outputFlag('--out <file>', 'file to write, - for a pipe', { complete: 'files', required: true }),
      outputFlag('--overwrite', 'replace an existing file'),
    ],
    takes: ['record'],
    fields: ['file', 'mediaType', 'bytes'],
    calls: ['users.idProof', 'users.get', 'users.list'],
    examples: ['<user> --out document.png --overwrite', '<user> --out - | wc -c'],
    async run(context, { out = '', overwrite = false }, [text = '']) {
      if (out === '-' && context.io.stdout.isTTY === true)
        throw new CliError('E-USAGE', 'An identity document is not written to a terminal.', {
          hint: 'Name a file with --out.',
        });
      const { binaryTarget } = await import('../../exports/saveBytes.ts');
      const save = await binaryTarget(out, overwrite, context);
      const client = await context.client();
      const read = { signal: context.signal };
      const { id } = await loadUser({ client, read }, text);
      const { bytes, mediaType } = await client.users.idProof({ params: { id } }, read).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404)
          throw new CliError('E-NOT-FOUND', 'The user has no identity document.', {
            hint: 'Send one with carepost users idproof submit.',
          });
        throw error;
      });
      const file = await save(bytes);
      if (file !== undefined) await context.output.record({ file, mediaType, bytes: bytes.length });
    },
  }),
  actionCommand({
    name: 'idproof reset',
    summary: 'Delete the identity document of a user',
    arguments: [userArgument],
    action: 'users.idproof-reset',
    calls: ['users.get', 'users.list', 'users.resetIdProof'],
    examples: ['<user> --yes', '<user> --yes --reason "Wrong document" --output json'],
    async change(run) {
      const { id, name } = await loadUser(run, run.id);
      return {
        values: { id },
        title: () => `Reset the identity proofing of ${name}`,
        unchanged: () => 'Nothing was sent.',
        done: 'The identity proofing was reset.',
      };
    },
  }),
];
