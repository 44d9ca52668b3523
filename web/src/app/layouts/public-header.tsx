import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ThemeToggle } from '../../features/account/theme-toggle.tsx'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { isSignedIn } from '../../lib/session.ts'
import { NamedLogo } from '../../ui/logo.tsx'
import classes from './public-header.module.css'

/** Logo, theme toggle, and the link to sign in or to the files. */
export function PublicHeader() {
  const { t } = useTranslation()
  return (
    <header className={classes.header}>
      <Link to="/" className={classes.name}>
        <NamedLogo size={28} />
      </Link>
      <ThemeToggle isPublic />
      {isSignedIn() ? (
        <Button
          variant="default"
          renderRoot={props => <Link to="/platform/files/{-$id}" params={NO_FOLDER} {...props} />}
        >
          {t('open.to_files')}
        </Button>
      ) : (
        <Button
          variant="default"
          renderRoot={props => <Link to="/sign-in" search={{}} {...props} />}
        >
          {t('sign_in.submit')}
        </Button>
      )}
    </header>
  )
}
