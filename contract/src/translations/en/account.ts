export const account = {
  'account.profile': 'Profile',
  'account.password': 'Password',
  'account.storage': 'Storage',
  'account.billing': 'Billing',
  'account.sign_out': 'Sign out',
  'account.since': 'Here since {{date}}',

  'fields.name': 'Name',
  'fields.email': 'Email',
  'fields.password': 'Password',
  'fields.repeated': 'Password, once more',

  'password.show': 'Show the password',
  'password.rule': 'At least 8 characters',
  'password.too_short': 'Too short',
  'password.weak': 'Easy to guess',
  'password.fair': 'Could be stronger',
  'password.good': 'Good',
  'password.strong': 'Very good',
  'password.differs': 'The two passwords are not the same.',

  'sign_in.title': 'Welcome back',
  'sign_in.lead': 'Sign in to your files.',
  'sign_in.forgotten': 'Forgotten?',
  'sign_in.submit': 'Sign in',
  'sign_in.new_here': 'New here?',
  'sign_in.create_account': 'Create an account',

  'sign_up.title': 'Create your account',
  'sign_up.lead': 'A place of your own for your files.',
  'sign_up.submit': 'Create account',
  'sign_up.have_account': 'Already have an account?',
  'sign_up.closed': 'Sign-up is closed',
  'sign_up.closed_text': 'Ask the administrator of this server for an account.',

  'logout.title': 'Signing out',
  'logout.message': 'One moment, please.',
} as const
