import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './setting-field.module.css'

interface CopyFieldProps {
  label: string
  value: string
  help?: string
}

/** A value of this server, to copy into the settings of another service. */
export function CopyField({ label, value, help }: CopyFieldProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.field}>
      <div className={classes.copy}>
        <TextInput
          label={label}
          value={value}
          readOnly
          onFocus={event => event.currentTarget.select()}
        />
        <CopyButton
          variant="default"
          name={t('admin_settings.copy_named', { label })}
          text={value}
        />
      </div>
      {help && (
        <div className={classes.notes}>
          <span className={classes.help}>{help}</span>
        </div>
      )}
    </div>
  )
}
