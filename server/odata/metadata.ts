import type { EntitySet, SetName } from './entitySet.ts';
import { setOf, sets } from './model.ts';

/** The sets as CSDL, V4. Everything in it is ours, so nothing needs escaping. */
export const metadataXml = (): string => {
  const names = Object.keys(sets) as SetName[];
  return `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
  <edmx:DataServices>
    <Schema Namespace="${namespace}" xmlns="http://docs.oasis-open.org/odata/ns/edm">
${names.map((name) => entityType(setOf(name))).join('\n')}
      <EntityContainer Name="Default">
${names.map((name) => entitySet(name, setOf(name))).join('\n')}
      </EntityContainer>
    </Schema>
  </edmx:DataServices>
</edmx:Edmx>
`;
};

const namespace = 'Messages';

const entityType = (set: EntitySet): string =>
  [
    `      <EntityType Name="${set.entity}">`,
    `        <Key><PropertyRef Name="${set.key}"/></Key>`,
    ...Object.entries(set.properties).map(
      ([name, { type, isNullable = false }]) =>
        `        <Property Name="${name}" Type="Edm.${type}"${isNullable ? '' : ' Nullable="false"'}/>`,
    ),
    ...Object.entries(set.navigations).map(
      ([name, { target }]) =>
        `        <NavigationProperty Name="${name}" Type="Collection(${namespace}.${setOf(target).entity})"/>`,
    ),
    '      </EntityType>',
  ].join('\n');

const entitySet = (name: string, set: EntitySet): string => {
  const bindings = Object.entries(set.navigations).map(
    ([path, { target }]) => `          <NavigationPropertyBinding Path="${path}" Target="${target}"/>`,
  );
  const open = `        <EntitySet Name="${name}" EntityType="${namespace}.${set.entity}"`;
  return bindings.length === 0 ? `${open}/>` : [`${open}>`, ...bindings, '        </EntitySet>'].join('\n');
};
