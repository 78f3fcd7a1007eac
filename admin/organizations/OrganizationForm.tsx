import ErrorOutline from '@mui/icons-material/ErrorOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import {
  FormTab,
  RecordContextProvider,
  TabbedFormTabs,
  TabbedFormView,
  useLocation,
  useParams,
  useTranslate,
} from 'react-admin';
import { type ComponentType, lazy, Suspense } from 'react';
import { useFormState } from 'react-hook-form';
import { Navigate } from 'react-router-dom';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { responderTypeNames } from '../../shared/rules/carequality.ts';
import { purposeOfUseName } from '../../shared/rules/purposeOfUse.ts';
import { formProblemsOf } from '../components/formErrors.ts';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { RecordForm } from '../components/RecordForm.tsx';
import type { RecordModel } from '../components/recordModel.ts';
import { VersionConflictDialog, type VersionConflictDialogProps } from '../components/VersionConflictDialog.tsx';
import { useAppConfig } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { OrganizationContactInputs, OrganizationDetailsInputs } from './OrganizationInputs.tsx';
import {
  emptyOrganization,
  formProblems,
  nested,
  type OrganizationFormValues,
  toForm,
  toWrite,
} from './organizationModel.ts';
import { defaultTab, missingTab, type TabPath, tabAddress, tabOf, tabsFor } from './organizationTabs.ts';
import { useLookup } from './LookupInput.tsx';

type Panel = ComponentType<{ organization: Organization }>;
const lazyPanel = (load: () => Promise<Panel>) => lazy(async () => ({ default: await load() }));
const faxPanel = (kind: 'efax' | 'westfax') =>
  lazyPanel(async () => {
    const { FaxTab } = await import('./tabs/FaxTab.tsx');
    return ({ organization }) => <FaxTab organizationId={organization.id} kind={kind} />;
  });

/** Tabs of a saved organization, each loaded when it is first opened. Their lists read and write on their own. */
const panels: Readonly<Record<Exclude<TabPath, 'details' | 'contact'>, Panel>> = {
  efax: faxPanel('efax'),
  westfax: faxPanel('westfax'),
  direct: lazyPanel(async () => (await import('./tabs/DirectTab.tsx')).DirectTab),
  settings: lazyPanel(async () => (await import('./tabs/SettingsTab.tsx')).SettingsTab),
  serviceaccount: lazyPanel(async () => (await import('./tabs/ServiceAccountsTab.tsx')).ServiceAccountsTab),
  carequality: lazyPanel(async () => (await import('./tabs/CarequalityTab.tsx')).CarequalityTab),
  cq: lazyPanel(async () => (await import('./tabs/CqTab.tsx')).CqTab),
  qhin: lazyPanel(async () => (await import('./tabs/QhinTab.tsx')).QhinTab),
  info: lazyPanel(async () => (await import('./tabs/InfoTab.tsx')).InfoTab),
  ipaddresses: lazyPanel(async () => (await import('./tabs/IpAddressesTab.tsx')).IpAddressesTab),
  subscription: lazyPanel(async () => (await import('./subscription/SubscriptionPanel.tsx')).SubscriptionTab),
};

const model: RecordModel<Organization, OrganizationFormValues> = {
  empty: emptyOrganization,
  toForm,
  toBody: toWrite,
};

const panelStyle = { width: '100%', paddingTop: 2 };
const tabsStyle = {
  borderBottom: 1,
  borderColor: 'divider',
  '& .MuiTab-root': { minWidth: 0, minHeight: 48, paddingX: 1 },
};
const headers = (
  // Buttons that appear later would take their room from the tab that was scrolled into view before.
  <TabbedFormTabs variant="scrollable" scrollButtons allowScrollButtonsMobile sx={tabsStyle} />
);

/** One form round every tab: its values are validated and saved as a whole, whichever tab is open (spec 1 sections 2 and 5). */
export const OrganizationForm = ({ stored }: { stored?: Organization }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { features } = useAppConfig();
  const { items: plans } = useLookup('plans');
  const { '*': requested = '' } = useParams();
  const state: unknown = useLocation().state;
  const root = tabAddress(stored?.id, defaultTab);
  const tabs = tabsFor(stored !== undefined, features);
  const missing = missingTab(requested, tabs, features);
  if (missing) return <Navigate to={root} replace state={{ missingTab: missing }} />;
  const notice =
    typeof state === 'object' && state !== null && 'missingTab' in state ? String(state.missingTab) : undefined;
  const tab = tabs.find(({ path }) => path === requested);
  const current = tab?.path ?? defaultTab;

  const checkSubdomain = async (values: OrganizationFormValues) => {
    const { subdomain } = toWrite(values);
    const isFree = await provider.organizations.subdomainIsValid({
      query: { organizationId: stored?.id, subdomain: subdomain ?? '' },
    });
    return isFree ? undefined : { subdomain: translate('organizations.save.subdomain') };
  };
  return (
    <RecordForm
      model={model}
      {...(stored && { stored })}
      validate={(values) => nested(formProblems(values, stored && toForm(stored), plans))}
      check={checkSubdomain}
      addressOf={(field) => tabAddress(stored?.id, tabOf(field))}
      conflictDialog={OrganizationConflictDialog}
      hasInputs={tab === undefined || tab.fields !== undefined}
      // Spec 1 section 5 has this text for every form of an organization that is not valid.
      invalidText="records.save.incomplete"
    >
      {notice && (
        <Alert severity="info" sx={{ marginBottom: 2 }}>
          {translate(`organizations.missingTab.${notice}`)}
        </Alert>
      )}
      <TabbedFormView syncWithLocation formRootPathname={root} toolbar={false} tabs={headers}>
        {tabs.map(({ path }) => (
          <FormTab key={path} path={path === defaultTab ? '' : path} label={<TabLabel path={path} />}>
            {path === current && (
              <Box role="tabpanel" aria-labelledby={`tabheader-${path === defaultTab ? '' : path}`} sx={panelStyle}>
                <TabPanel path={path} stored={stored} />
              </Box>
            )}
          </FormTab>
        ))}
      </TabbedFormView>
    </RecordForm>
  );
};

/** Name of a tab; after a submit attempt a tab with fields to correct is flagged (spec 1 section 2). */
const TabLabel = ({ path }: { path: TabPath }) => {
  const translate = useTranslate();
  const { errors, submitCount } = useFormState();
  const tab = translate(`organizations.tabs.${path}`);
  const isFlagged = submitCount > 0 && formProblemsOf(errors).some(({ field }) => tabOf(field) === path);
  if (!isFlagged) return tab;
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: 'error.main' }}>
      {tab}
      <ErrorOutline fontSize="small" titleAccess={translate('organizations.tabInvalid')} />
    </Box>
  );
};

const TabPanel = ({ path, stored }: { path: TabPath; stored: Organization | undefined }) => {
  if (path === 'contact') return <OrganizationContactInputs />;
  if (path === 'details' || !stored) return <OrganizationDetailsInputs stored={stored} />;
  const Content = panels[path];
  return (
    <Suspense fallback={<LoadingRows rows={6} />}>
      {/* The form's record is empty; the lists of a tab belong to the organization. */}
      <RecordContextProvider value={stored}>
        <Content organization={stored} />
      </RecordContextProvider>
    </Suspense>
  );
};

const responderNames: Readonly<Record<string, string>> = responderTypeNames;

/** A value that points at a record is the record's name; the records are loaded only when there is something to choose. */
const OrganizationConflictDialog = (props: VersionConflictDialogProps) => {
  const lookups: Readonly<Record<string, readonly { id: string; name: string }[] | undefined>> = {
    brandId: useLookup('brands').items,
    networkDbId: useLookup('networks').items,
    typeId: useLookup('organizationtypes').items,
    specialtyId: useLookup('specialties').items,
    resellerId: useLookup('resellers').items,
    planId: useLookup('plans').items,
    enabledFeatures: useLookup('features').items,
    'direct.providerId': useLookup('directproviders').items,
  };
  const named = (field: string, value: string): string => {
    if (field === 'allowedPurposeOfUseCodes') return purposeOfUseName(value);
    if (field === 'carequality.responderType') return responderNames[value] ?? value;
    return lookups[field]?.find(({ id }) => id === value)?.name ?? value;
  };
  const textFor = (field: string, value: unknown): string | undefined => {
    if (typeof value === 'string') return named(field, value);
    if (!Array.isArray(value) || value.length === 0) return undefined;
    return value.map((item) => named(field, String(item))).join(', ');
  };
  return <VersionConflictDialog {...props} textFor={textFor} />;
};
