import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from '../../ui/auth-form.module.css'

export function SignInLink() {
  const { t } = useTranslation()
  return (
    <p className={classes.other}>
      <Link to="/sign-in" search={{}}>
        {t('auth_pages.to_sign_in')}
      </Link>
    </p>
  )
}
