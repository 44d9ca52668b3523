import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import classes from './security.module.css'

/** Shows new recovery codes. They are shown only once; lost ones have to be renewed. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const text = `${t('two_factor.file_head')}\n\n${codes.join('\n')}\n`
  return (
    <div className={frame.form}>
      <p className={frame.lead}>{t('two_factor.codes_text')}</p>
      <ul className={classes.codes} aria-label={t('two_factor.codes')}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <CopyButton variant="default" text={codes.join('\n')} />
        <Button
          component="a"
          variant="default"
          leftSection={<Download size={16} strokeWidth={1.75} aria-hidden />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="coffer-recovery-codes.txt"
        >
          {t('two_factor.save_codes')}
        </Button>
      </div>
      <DialogButtons>
        <Button onClick={onDone} data-autofocus>
          {t('two_factor.codes_saved')}
        </Button>
      </DialogButtons>
    </div>
  )
}
