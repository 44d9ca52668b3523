import type { SecretName, SettingName } from '@coffer/contract/setting-values'
import { createContext, use } from 'react'
import type { SettingsForm } from './use-settings-form.ts'

export type AnyForm = SettingsForm<SettingName, SecretName>

/** The form of the page, for its fields. */
export const SettingsFormContext = createContext<AnyForm | null>(null)

/** Returns the form of the page. @throws outside of `SettingsPage` */
export function useForm(): AnyForm {
  const form = use(SettingsFormContext)
  if (!form) throw new Error('A setting needs a SettingsPage around it.')
  return form
}

/** The state of one setting for its field. */
export function useSetting<T>(name: SettingName) {
  const form = useForm()
  const state = form.stateOf(name)
  return {
    label: form.labelOf(name),
    value: form.valueOf(name) as T | null | undefined,
    /** A value of another type is rejected on save. */
    setValue: (value: T | null) => form.setValue(name, value as never),
    check: () => form.checkValue(name),
    error: form.errorOf(name),
    isChanged: form.isChanged(name),
    isReadOnly: state?.origin === 'environment',
    state,
  }
}
