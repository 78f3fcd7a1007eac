import Webhook from '@mui/icons-material/WebhookOutlined';
import { page } from '../layout/page.tsx';

/** Where events are posted to, with the log of deliveries. */
export const webhooks = {
  name: 'webhooks',
  icon: Webhook,
  list: page(async () => (await import('./WebhookList.tsx')).WebhookList),
  edit: page(async () => (await import('./WebhookEdit.tsx')).WebhookEdit),
  add: page(async () => (await import('./WebhookEdit.tsx')).WebhookCreate),
  recordRepresentation: 'name',
};
