import { joinMessages } from '../../join-messages.ts'
import { audit } from './audit.ts'
import { adminBilling } from './billing.ts'
import { dashboard } from './dashboard.ts'
import { differences } from './differences.ts'
import { documentTypes } from './document-types.ts'
import { gateways } from './gateways.ts'
import { invoiceDocument } from './invoice-document.ts'
import { languages } from './languages.ts'
import { pagesEditor } from './pages-editor.ts'
import { plans } from './plans.ts'
import { serverStatus } from './server-status.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { signInSettings } from './sign-in-settings.ts'
import { subscriptions } from './subscriptions.ts'
import { table } from './table.ts'
import { users } from './users.ts'

/** Texts of the admin area and the setup wizard, which other pages do not load. */
export const admin = joinMessages(
  audit,
  adminBilling,
  dashboard,
  differences,
  documentTypes,
  invoiceDocument,
  gateways,
  languages,
  pagesEditor,
  plans,
  serverStatus,
  settings,
  setup,
  signInSettings,
  subscriptions,
  table,
  users,
)
