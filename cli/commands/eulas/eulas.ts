import type { NounBody } from '../../command.ts';
import { eulasCreate } from './eulasCreate.ts';
import { eulasActivate, eulasDelete } from './eulasDeeds.ts';
import { eulasList } from './eulasList.ts';
import { eulasExists, eulasGet, eulasView } from './eulasShow.ts';

export const eulas: NounBody = {
  verbs: [eulasList, eulasGet, eulasView, eulasCreate, eulasActivate, eulasDelete, eulasExists],
};
