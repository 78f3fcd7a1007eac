import type { NounBody } from '../../command.ts';
import { profileAdd } from './profileAdd.ts';
import { profileList } from './profileList.ts';
import { profileRemove } from './profileRemove.ts';
import { profileShow } from './profileShow.ts';
import { profileUse } from './profileUse.ts';

export const profile: NounBody = { verbs: [profileAdd, profileUse, profileList, profileShow, profileRemove] };
