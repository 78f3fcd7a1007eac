import type { TestApp } from './startApp.ts';

/** The plan of a demo organization may be full: those of the demo's administrator get one without a limit. */
export const makeRoomForPeople = ({ database }: Pick<TestApp, 'database'>) =>
  database.pool.query(
    `update organizations set plan_id = (select id from plans where allowed_users = -1 limit 1)
     where id in (select m.organization_id from organization_users m join users u on u.id = m.user_id
       where u.user_name = 'admin@carepost.example')`,
  );
