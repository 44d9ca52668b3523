import type { SettingOrigin } from '@coffer/contract/settings'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import classes from './setting-field.module.css'

interface OriginNoteProps {
  state:
    | {
        origin: SettingOrigin
        changed_at: string | null
        changed_by: { name: string } | null
      }
    | undefined
  /** The variable that sets it, where it is known. */
  variable?: string | undefined
}

/** The user who set a setting and the day, or another origin of its value. */
export function OriginNote({ state, variable }: OriginNoteProps) {
  const { t } = useTranslation()
  const { day } = useFormat()
  if (!state) return null
  const { origin, changed_at, changed_by } = state
  const date = changed_at === null ? '' : day(changed_at)
  const text =
    origin === 'environment'
      ? variable
        ? t('admin_settings.origin_variable', { variable })
        : t('admin_settings.origin_environment')
      : origin === 'default' || changed_at === null
        ? t('admin_settings.origin_default')
        : changed_by === null
          ? t('admin_settings.origin_set', { date })
          : t('admin_settings.origin_set_by', { name: changed_by.name, date })
  return <span className={classes.origin}>{text}</span>
}
