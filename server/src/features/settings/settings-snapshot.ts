import type { SecretName } from '@coffer/contract'
import type { Settings } from './settings.schema.ts'

/** The settings at one moment. */
export interface SettingsSnapshot {
  /** Values of the environment have replaced stored ones. */
  values: Settings
  hasSecret: (name: SecretName) => boolean
}
