export { CurrentSettings } from './current-settings.ts'
export {
  mailServerOf,
  type OpenidClient,
  type RecaptchaKeys,
  readEffectiveSettings,
  readMailServer,
  readOpenidClient,
  readRecaptchaKeys,
  readSocialKeys,
  readStorage,
  requiresMailboxAccess,
  type SettingsDeps,
  type SocialKeys,
  type Storage,
  senderOf,
  sendsEmail,
} from './effective-settings.service.ts'
export { environmentSecrets } from './environment-values.ts'
export {
  installMaintenancePage,
  requireNoMaintenance,
  withMaintenance,
} from './maintenance.http.ts'
export { isOwnFingerprint, matchesSecret } from './secret-fingerprint.service.ts'
export { readSecret, readSecrets, rotateSecrets, storeSecret } from './secrets.service.ts'
export { presentSettings } from './settings.presenter.ts'
export { lockSettings, readSettings, writeSettings } from './settings.repository.ts'
export { clientConfigFor, settingsRoutes } from './settings.routes.ts'
export { concernsStorage, mayRegister, movesSecret, offersDemo } from './settings.rules.ts'
export { Settings } from './settings.schema.ts'
export {
  type ChangedBy,
  changeSettings,
  readSettingsState,
  recordTestedOpenid,
  recordTestedRecaptcha,
  recordTestedSocial,
  recordTestedStorage,
  type SettingsUpdate,
  saveServerAddress,
} from './settings.service.ts'
export { exportSettings, importSettings, SettingsFile } from './settings-file.service.ts'
export { identityOf, s3OptionsOf } from './storage.rules.ts'
