import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Settings, Upload, UserPlus, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { nextSteps } from '../../lib/next-steps.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './next-steps-card.module.css'

/** The first steps of an administrator after the setup: upload, invite, look through the settings. */
export function NextStepsCard({ onUpload }: { onUpload: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const close = () => nextSteps.set(false)
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.texts}>
        <h2 id={id}>{t('setup.next_title')}</h2>
        <p>{t('setup.next_text')}</p>
      </div>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<Upload size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onUpload}
        >
          {t('setup.next_upload')}
        </Button>
        <Button
          variant="default"
          leftSection={<UserPlus size={16} strokeWidth={1.75} aria-hidden />}
          renderRoot={props => <Link to="/admin/users" onClick={close} {...props} />}
        >
          {t('setup.next_invite')}
        </Button>
        <Button
          variant="default"
          leftSection={<Settings size={16} strokeWidth={1.75} aria-hidden />}
          renderRoot={props => <Link to="/admin/settings/appearance" onClick={close} {...props} />}
        >
          {t('setup.next_settings')}
        </Button>
      </div>
      <IconButton icon={X} label={t('setup.next_close')} onClick={close} />
    </section>
  )
}
