import { Button, TextInput } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './setting-field.module.css'

interface CopyFieldProps {
  label: string
  value: string
  help?: string
}

/** A value of this server, to copy into the settings of another service. */
export function CopyField({ label, value, help }: CopyFieldProps) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const Icon = isCopied ? Check : Copy
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <div className={classes.field}>
      <div className={classes.copy}>
        <TextInput
          label={label}
          value={value}
          readOnly
          onFocus={event => event.currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={<Icon size={16} strokeWidth={1.75} aria-hidden />}
          aria-label={t('admin_settings.copy_named', { label })}
          onClick={() => void copy().catch(() => setCopied(false))}
        >
          {t(isCopied ? 'admin_settings.copied' : 'admin_settings.copy')}
        </Button>
      </div>
      {help && (
        <div className={classes.notes}>
          <span className={classes.help}>{help}</span>
        </div>
      )}
    </div>
  )
}
