export const shell = {
  'alerts.error_confirm': 'That’s horrible!',
  'alerts.success_confirm': 'Wonderful!',
  'popup_error.title': 'Whoops, something went wrong',
  'popup_error.message': 'Something went wrong and we are sorry. Please try again in a moment.',
  'popups.cancel': 'Cancel',
  'popups.close': 'Close',
  'toasts.title': 'Messages',
  'failure.text': 'This page could not be loaded. Nothing of yours was changed.',
  'failure.again': 'Try again',

  'shell.skip': 'Skip to content',
  'shell.sections': 'Sections',
  'shell.section': 'In this section',
  'shell.shared': 'Shared',
  'shell.notices': 'Notices',
  'shell.you': 'You',
  'shell.hide_bars': 'Hide navigation',
  'shell.show_bars': 'Show navigation',
  'shell.offline': 'The server can’t be reached. Check your connection and try again.',
  'open.to_files': 'Go to your files',

  'places.files': 'Files',
  'places.recent_uploads': 'Recent uploads',
  'places.my_shared_items': 'Shared by me',
  'places.shared_with_me': 'Shared with me',
  'places.team_folders': 'Team folders',
  'places.all_files': 'All files',
  'places.trash': 'Trash',

  'admin.dashboard': 'Dashboard',
  'admin.users': 'Users',
  'admin.documents': 'Documents',
  'admin.pages': 'Pages',
  'admin.trashed': 'Trashed items',
  'admin.money': 'Money',
  'admin.plans': 'Plans',
  'admin.subscriptions': 'Subscriptions',
  'admin.invoices': 'Invoices',
  'admin.payments': 'Payments',
  'admin.server': 'Server',
  'admin.settings': 'Settings',
  'admin.language': 'Language',

  'notifications.title': 'Notifications',
  'notifications.bell_one': 'Notifications, {{count}} unread',
  'notifications.bell_other': 'Notifications, {{count}} unread',
  'notifications.bell_zero': 'Notifications',
  'notifications.mute': 'Mute the sound',
  'notifications.unmute': 'Unmute the sound',
  'notifications.clear': 'Clear all',
  'notifications.remove': 'Remove {{title}}',
  'notifications.new': 'New:',
  'notifications.show': 'Show',
  'notifications.accept': 'Accept',
  'notifications.accepting': 'Accepting …',
  'notifications.decline': 'Decline',
  'notifications.declining': 'Declining …',
  'notifications.accepted': 'you accepted invitation',
  'notifications.declined': 'you decline invitation',
  'notifications.failed': 'Notifications did not load',
  'notifications.failed_text': 'Nothing of yours was changed.',
  'notifications.empty': 'Nothing new',
  'notifications.empty_text':
    'Invitations, finished uploads and news about your account show up here.',

  'theme.title': 'Appearance',
  'theme.text': 'Light, dark, or as your device has it.',
  'theme.light': 'Light',
  'theme.dark': 'Dark',
  'theme.system': 'System',
  'theme.to_light': 'Switch to light',
  'theme.to_dark': 'Switch to dark',
  'language.title': 'Language',
  'language.text': 'For words, dates and numbers.',

  'cookies.title': 'Cookies',
  'cookies.text':
    'Coffer uses a few cookies to work: to know your browser again, and to guard your clicks.',
  'cookies.policy': 'Cookie policy',
  'cookies.accept': 'Got it',
  'restriction.title': 'Restricted account',
  'restriction.to_storage': 'See what takes room',
  'restriction.storage_full':
    'Your storage is full. New files have to wait until there is room; everything else goes on.',
  'restriction.plan_full':
    'You keep more than your plan has room for. Nothing is lost; new files have to wait until there is room.',
  'restriction.administrator': 'An administrator has restricted this account. Your files are safe.',
  'restriction.unpaid':
    'A payment is outstanding. Your files are safe; everything goes on as soon as it is paid.',

  'not_found.title': 'There is nothing here',
  'not_found.text': 'The address is not right, or what was here is gone or not shared with you.',
  'not_found.to_start': 'Go to the start',

  'later.title': 'Not here yet',
  'later.all_files':
    'Everything you own and everything shared with you, in one flat list to filter.',
  'later.recent_uploads': 'The latest things you brought here, newest first.',
  'later.sharing':
    'Links you have given out, with their end, their password and a way to take them back.',
  'later.billing': 'Your plan, your invoices and how you pay.',
  'later.dashboard': 'How this server is doing: people, storage and traffic at a glance.',
  'later.users': 'Everyone with an account here, their storage and their role.',
  'later.plans': 'Plans by the month, by the year and by use, and who is on them.',
  'later.pages': 'Terms, privacy and cookies in your own words.',
  'later.documents': 'Kinds of documents, with the fields each of them asks for.',
  'later.settings': 'Name, colours, sign-in, mail and the other switches of this server.',
  'later.language': 'Every word of this app, to change as you like.',

  'home.title': 'Your files, on your own server',
  'home.lead': '{{name}} keeps, finds and shares files. Nobody else looks inside.',

  'notes.contact': 'Write to your administrator',
  'notes.contact_text':
    'This server has no contact form yet. The person who gave you this address can help.',
  'notes.demo': 'No demo here',
  'notes.demo_text':
    'This is a server people work on. Ask its administrator for an account of your own.',
  'notes.verified': 'Your address is confirmed',
  'notes.verified_text': 'You can sign in now.',
  'notes.sent': 'It is on its way',
  'notes.sent_text':
    'Look into your mailbox, and into the folder for unwanted mail if nothing comes.',
  'notes.unavailable': 'Back in a while',
  'notes.unavailable_text':
    'What you are looking for can’t be shown at the moment. Please try again later.',

  'legal.cookies': 'Cookie policy',
  'legal.cookies_why': 'Coffer uses cookies only to work, never to follow you.',
  'legal.cookies_which':
    'With an account: coffer.session_token holds your session while you are signed in, and coffer.dont_remember says that it is to end with the browser. XSRF-TOKEN makes sure that what is asked of the server in your name was asked by this page. coffer.device is kept for a year, so that others who guess at your password can’t lock you out.',
  'legal.cookies_links':
    'With a link that you were given: coffer.visitor is kept for a year, so that a download that goes on counts once where downloads are limited. coffer.visit_… is kept for half an hour, so that coming back counts as one visit. coffer.link_… is kept for thirty days once you have entered the link’s password.',
  'legal.cookies_requests':
    'With a request for files: coffer.request_… is kept for a year, so that you see and change what you sent yourself, and nobody else does.',
  'legal.cookies_local':
    'How you like things shown, such as light or dark and list or grid, is kept in this browser and sent nowhere.',
  'legal.privacy': 'Privacy policy',
  'legal.privacy_text':
    'What you put here is kept on this server, which its administrator runs. Coffer itself sends nothing to anyone else.',
  'legal.terms': 'Terms of service',
  'legal.unwritten': 'The administrator of this server has not written more about it yet.',

  'setup.title': 'Set up {{name}}',
  'setup.steps': 'Steps of the setup',
  'setup.status_check': 'Check',
  'setup.purchase_code': 'Licence',
  'setup.database': 'Database',
  'setup.environment': 'Environment',
  'setup.app_setup': 'App',
  'setup.admin_setup': 'Administrator',
  'setup.welcome': 'Good to have you here',
  'setup.code_text':
    'When it started, the server printed a setup code. It makes sure that nobody but you sets this server up.',
  'setup.code': 'Setup code',
  'setup.check': 'Check this server',
  'setup.check_again': 'Check again',
  'setup.check_runtime': 'Runtime',
  'setup.check_database': 'Database',
  'setup.check_storage': 'File store',
  'setup.check_secret': 'Secret key',
  'setup.passed': 'In order',
  'setup.failed': 'Needs a look',
  'setup.ready': 'Everything is in place. One thing is left: you.',
  'setup.not_ready': 'Something is missing. Put it right on the server, then check again.',
  'setup.continue': 'Continue',
  'setup.purchase_code_text': 'Coffer works without a licence key. There is nothing to enter here.',
  'setup.database_text':
    'The database is the one the server was started with: SQLite in its data folder, or PostgreSQL if DATABASE_URL names one.',
  'setup.environment_text':
    'Address, storage and mail come from the environment of the server. What is not set there has a sensible value.',
  'setup.app_setup_text':
    'Name, colours and limits start with sensible values. They will be settable in the admin area.',
  'setup.admin_title': 'Who runs this server?',
  'setup.admin_text':
    'This account may do everything here. You are signed in as soon as it is made.',
  'setup.finish': 'Create account and finish',
} as const
