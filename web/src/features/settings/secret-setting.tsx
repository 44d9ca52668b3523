import type { SecretName } from '@coffer/contract/setting-values'
import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { SecretInput } from '../../ui/form/secret-input.tsx'
import { variableOf } from './environment-variables.ts'
import { OriginNote } from './origin-note.tsx'
import classes from './setting-field.module.css'
import { FieldLabel } from './setting-field.tsx'
import { useForm } from './settings-form-context.ts'

interface SecretSettingProps {
  name: SecretName
  help?: ReactNode
}

/** A secret: it can be set, replaced and removed, but never read. */
export function SecretSetting({ name, help }: SecretSettingProps) {
  const form = useForm()
  const id = useId()
  const state = form.secretOf(name)
  const draft = form.secretDraftOf(name)
  const label = <FieldLabel isChanged={form.isChanged(name)}>{form.labelOf(name)}</FieldLabel>
  const isTyping =
    draft !== null && (!state?.is_set || form.isReplacing(name) || draft !== undefined)
  if (isTyping && state?.origin !== 'environment')
    return (
      <NewSecret
        name={name}
        help={help}
        label={label}
        onCancel={state?.is_set ? () => form.keepSecret(name) : undefined}
      />
    )
  return (
    <fieldset className={classes.group} aria-labelledby={id}>
      <span id={id} className={classes.switchLabel}>
        {label}
      </span>
      <StoredSecret name={name} />
      <div className={classes.notes}>
        {help && <span className={classes.help}>{help}</span>}
        {state?.origin === 'environment' && (
          <OriginNote state={state} variable={variableOf(name)} />
        )}
      </div>
    </fieldset>
  )
}

interface NewSecretProps extends SecretSettingProps {
  label: ReactNode
  onCancel: (() => void) | undefined
}

function NewSecret({ name, help, label, onCancel }: NewSecretProps) {
  const { t } = useTranslation()
  const form = useForm()
  return (
    <div className={classes.field}>
      <SecretInput
        name={name}
        label={label}
        autoComplete="new-password"
        error={form.errorOf(name)}
        value={form.secretDraftOf(name) ?? ''}
        onChange={({ currentTarget: { value } }) =>
          form.setSecret(name, value === '' ? undefined : value)
        }
      />
      <div className={classes.notes}>
        {help && <span className={classes.help}>{help}</span>}
        {onCancel && (
          <span>
            <Button variant="subtle" size="compact-sm" onClick={onCancel}>
              {t('admin_settings.secret_keep')}
            </Button>
          </span>
        )}
      </div>
    </div>
  )
}

function StoredSecret({ name }: Pick<SecretSettingProps, 'name'>) {
  const { t } = useTranslation()
  const { day } = useFormat()
  const form = useForm()
  const state = form.secretOf(name)
  if (!state) return null
  const isRemoved = form.secretDraftOf(name) === null
  const label = form.labelOf(name)
  const date = state.changed_at === null ? null : day(state.changed_at)
  const setText =
    date === null
      ? t('admin_settings.secret_set')
      : t(state.changed_by ? 'admin_settings.secret_set_by' : 'admin_settings.secret_set_on', {
          date,
          name: state.changed_by?.name,
        })
  const text =
    state.ends_in === null
      ? setText
      : t('admin_settings.secret_ends', { text: setText, ending: state.ends_in })
  return (
    <div className={classes.secret}>
      <span className={classes.secretText}>
        {isRemoved
          ? t('admin_settings.secret_removed')
          : state.is_readable
            ? text
            : t('admin_settings.secret_unreadable')}
      </span>
      {state.origin !== 'environment' &&
        (isRemoved ? (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('admin_settings.secret_undo_named', { label })}
            onClick={() => form.setSecret(name, undefined)}
          >
            {t('admin_settings.secret_undo')}
          </Button>
        ) : (
          <>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('admin_settings.secret_replace_named', { label })}
              onClick={() => form.replaceSecret(name)}
            >
              {t('admin_settings.secret_replace')}
            </Button>
            <Button
              variant="subtle"
              size="compact-sm"
              color="danger"
              aria-label={t('admin_settings.secret_remove_named', { label })}
              onClick={() => form.setSecret(name, null)}
            >
              {t('admin_settings.secret_remove')}
            </Button>
          </>
        ))}
    </div>
  )
}
