import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import { z } from 'zod';
import type { Database } from '../../database/openDatabase.ts';
import type { InstallationSecrets } from '../../identity/secrets/installationSecrets.ts';
import { html, type Html } from '../../http/html.ts';
import { sendPage } from '../proofingPage.ts';
import { demoId, type DemoSession, findSession, saveSession, takeSession } from './demoProofingStore.ts';

export interface DemoPages {
  readonly database: Database;
  readonly secrets: InstallationSecrets;
  /** Path of the provider in this server, and the address of the same. */
  readonly prefix: string;
  readonly issuer: string;
  /** The one address that it sends browsers back to. */
  readonly returnUrl: string;
}

const sessionPath = z.object({ id: z.string().regex(/^[\da-f]{48}$/) });
const name = z.string().trim().min(1).max(100);
const personSchema = z.object({
  firstName: name,
  lastName: name,
  dateOfBirth: z.iso.date().refine((date) => date > '1900-01-01' && date < new Date().toISOString().slice(0, 10)),
});
const maxPhotoBytes = 10 * 1024 * 1024;
const photoTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/heic']);

interface Found {
  readonly id: string;
  readonly session: DemoSession;
}

/** What the person sees: photo and data of the ID, photo of the face, consent. */
export async function registerDemoPages(app: FastifyInstance, provider: DemoPages): Promise<void> {
  const { database, secrets, prefix, issuer, returnUrl } = provider;
  const sessions = { db: database.db, secrets };
  await app.register(multipart, { limits: { fileSize: maxPhotoBytes, files: 1, fields: 5, fieldSize: 1000 } });

  const find = async ({ params }: FastifyRequest): Promise<Found | undefined> => {
    const path = sessionPath.safeParse(params);
    const session = path.success ? await findSession(sessions, path.data.id) : undefined;
    // One that has ended is known by its code alone.
    return path.success && session && session.isVerified === null ? { id: path.data.id, session } : undefined;
  };
  const next = (reply: FastifyReply, id: string) => reply.redirect(`${prefix}/session/${id}`, 303);
  const back = (reply: FastifyReply, { state }: DemoSession, more: Readonly<Record<string, string>>) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(`${returnUrl}?${new URLSearchParams({ ...more, state, iss: issuer }).toString()}`, 303);

  app.get('/session/:id', async (request, reply) => {
    const found = await find(request);
    return found ? sendStep(reply, found, prefix) : gone(reply);
  });

  app.post('/session/:id/document', async (request, reply) => {
    const found = await find(request);
    if (!found) return gone(reply);
    const form = await readForm(request);
    const person = personSchema.safeParse(form.fields);
    const problem = person.success ? photoProblem(form) : 'Enter your name and date of birth as they are on the ID.';
    if (problem !== undefined || !person.success) return sendStep(reply.code(400), found, prefix, problem);
    await saveSession(sessions, found.id, { ...found.session, person: person.data });
    return next(reply, found.id);
  });

  app.post('/session/:id/face', async (request, reply) => {
    const found = await find(request);
    if (!found) return gone(reply);
    const problem = photoProblem(await readForm(request));
    if (problem !== undefined) return sendStep(reply.code(400), found, prefix, problem);
    await saveSession(sessions, found.id, { ...found.session, hasFace: true });
    return next(reply, found.id);
  });

  /** The end of the session becomes a code, which is no longer the address of its pages. */
  const end = async (request: FastifyRequest, reply: FastifyReply, isVerified: boolean) => {
    const found = await find(request);
    const ended = found?.session.person && found.session.hasFace ? await takeSession(sessions, found.id) : undefined;
    if (!ended) return gone(reply);
    const code = demoId();
    await saveSession(sessions, code, { ...ended, isVerified });
    return back(reply, ended, { code });
  };
  app.post('/session/:id/agree', (request, reply) => end(request, reply, true));
  app.post('/session/:id/fail', (request, reply) => end(request, reply, false));

  app.post('/session/:id/leave', async (request, reply) => {
    const found = await find(request);
    const left = found && (await takeSession(sessions, found.id));
    return left ? back(reply, left, { error: 'access_denied' }) : gone(reply);
  });
}

interface PhotoForm {
  readonly fields: Readonly<Record<string, string>>;
  /** Undefined without a photo, empty where its content is something else. */
  readonly photoType: string | undefined;
  readonly isTooLarge: boolean;
}

async function readForm(request: FastifyRequest): Promise<PhotoForm> {
  const fields: Record<string, string> = {};
  let photoType: string | undefined;
  let isTooLarge = false;
  if (request.isMultipart())
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else {
        const bytes = await part.toBuffer().catch(() => undefined);
        isTooLarge ||= bytes === undefined;
        if (bytes && bytes.length > 0) photoType = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? '';
      }
    }
  return { fields, photoType, isTooLarge };
}

function photoProblem({ photoType, isTooLarge }: PhotoForm): string | undefined {
  if (isTooLarge) return 'The photo is too large: at most 10 MB are taken.';
  if (photoType === undefined) return 'Take or choose a photo.';
  return photoTypes.has(photoType) ? undefined : 'The file is not a photo: choose a JPEG, PNG, WebP or HEIC image.';
}

const gone = (reply: FastifyReply) =>
  sendPage(reply.code(404), {
    title: 'Not available',
    body: html`<p>This verification does not exist or has expired. Close this window and start again.</p>`,
  });

const photoInput = (label: string, camera: 'environment' | 'user') =>
  html`<div class="field"><label for="photo">${label}</label>
<input type="file" id="photo" name="photo" accept="image/*" capture="${camera}" required></div>`;

const textInput = (id: string, label: string, attributes: Html) =>
  html`<div class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${id}" required ${attributes}></div>`;

function sendStep(reply: FastifyReply, { id, session }: Found, prefix: string, problem?: string) {
  const action = (step: string) => `${prefix}/session/${id}/${step}`;
  const { person, hasFace } = session;
  const [title, step] = !person
    ? (['Your ID', documentStep(action('document'))] as const)
    : hasFace
      ? (['Your consent', consentStep(person, action)] as const)
      : (['Your face', faceStep(action('face'))] as const);
  const alert = problem === undefined ? null : html`<p class="problem" role="alert">${problem}</p>`;
  return sendPage(reply, {
    title,
    body: html`<p>This is the identity provider of the demo. It stores no photo and believes what you enter.</p>
${alert}${step}
<form method="post" action="${action('leave')}"><button type="submit" class="secondary">Give up</button></form>`,
  });
}

const documentStep = (
  action: string,
): Html => html`<form method="post" action="${action}" enctype="multipart/form-data">
${photoInput('Photo of your government ID', 'environment')}
${textInput('firstName', 'First name', html`autocomplete="given-name" maxlength="100"`)}
${textInput('lastName', 'Last name', html`autocomplete="family-name" maxlength="100"`)}
${textInput('dateOfBirth', 'Date of birth', html`type="date" autocomplete="bday"`)}
<button type="submit">Continue</button>
</form>`;

const faceStep = (action: string): Html => html`<form method="post" action="${action}" enctype="multipart/form-data">
${photoInput('Photo of your face', 'user')}
<button type="submit">Continue</button>
</form>`;

const consentStep = (
  { firstName, lastName, dateOfBirth }: NonNullable<DemoSession['person']>,
  action: (step: string) => string,
): Html => html`<p>Your ID and your face match. carepost receives:</p>
<ul><li>First name: ${firstName}</li><li>Last name: ${lastName}</li><li>Date of birth: ${dateOfBirth}</li></ul>
<form method="post" action="${action('agree')}">
<button type="submit">Agree and share</button>
</form>
<form method="post" action="${action('fail')}"><button type="submit" class="secondary">ID and face do not match</button></form>`;
