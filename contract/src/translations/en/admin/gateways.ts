export const gateways = {
  'admin_gateways.title': 'Payment gateways',
  'admin_gateways.stripe_text':
    'Cards and wallets. Subscriptions run at Stripe, which also retries failed payments.',
  'admin_gateways.paypal_text':
    'PayPal accounts. Subscriptions run at PayPal; it cannot be charged for metered use.',
  'admin_gateways.paystack_text':
    'Cards in Nigeria, Ghana, South Africa and Kenya. This server keeps the schedule.',
  'admin_gateways.allowed': 'Offer {{name}}',
  'admin_gateways.allowed_help':
    'Offered once its keys are set. While it is off, existing subscriptions continue.',
  'admin_gateways.public_key': 'Public key of {{name}}',
  'admin_gateways.secret_key': 'Secret key of {{name}}',
  'admin_gateways.webhook_secret': 'Webhook secret of {{name}}',
  'admin_gateways.paypal_client_id': 'Client ID of PayPal',
  'admin_gateways.paypal_client_secret': 'Client secret of PayPal',
  'admin_gateways.paypal_webhook_id': 'Webhook ID of PayPal',
  'admin_gateways.paypal_live': 'Real payments with PayPal',
  'admin_gateways.paypal_live_help':
    'While it is off, the keys are those of PayPal’s sandbox and payments are not real.',
  'admin_gateways.new_accounts': 'New accounts',
  'admin_gateways.new_accounts_text': 'Amounts in the currency of the metered plan.',
  'admin_gateways.registration_bonus': 'Sign-up bonus',
  'admin_gateways.registration_bonus_help':
    'Added once to the balance of each user when their metered plan starts. 0 adds nothing.',
  'admin_gateways.new_account_usage_limit': 'Usage before the first payment',
  'admin_gateways.new_account_usage_limit_help':
    'For the first 30 days of an account without a card. At this amount the user is reminded to pay, and restricted after three reminders.',
  'admin_gateways.live': 'Real payments',
  'admin_gateways.test_mode': 'Test mode',
  'admin_gateways.not_set_up': 'Not set up',
  'admin_gateways.webhook_url': 'Webhook address',
  'admin_gateways.stripe_webhook_help':
    'Register it with the button, or enter it in Stripe’s dashboard and save the secret shown there.',
  'admin_gateways.paypal_webhook_help':
    'Register it with the button, or enter it in PayPal’s dashboard and save the ID shown there.',
  'admin_gateways.paystack_webhook_help':
    'Enter it in Paystack’s dashboard, under API Keys & Webhooks.',
  'admin_gateways.last_received': 'Last event',
  'admin_gateways.never_received':
    'None yet. Payments are still found: the server asks the gateway every few minutes.',
  'admin_gateways.failed': 'Could not be applied',
  'admin_gateways.rejected': 'Rejected',
  'admin_gateways.events_one': '{{count, number}} event',
  'admin_gateways.events_other': '{{count, number}} events',
  'admin_gateways.rejected_last_one': '{{count, number}} event, on {{date}}: {{reason}}',
  'admin_gateways.rejected_last_other':
    '{{count, number}} events, the last one on {{date}}: {{reason}}',
  'admin_gateways.currencies': 'Currencies',
  'admin_gateways.currencies_count_one': '{{count, number}} currency',
  'admin_gateways.currencies_count_other': '{{count, number}} currencies',
  'admin_gateways.check': 'Check keys',
  'admin_gateways.check_text': 'Makes one call to {{name}} with the saved keys.',
  'admin_gateways.check_save': 'Save the keys before you check them.',
  'admin_gateways.accepted_live': '{{name}} accepts the keys. Payments are real.',
  'admin_gateways.accepted_test':
    '{{name}} accepts the keys. They are for tests: payments are not real.',
  'admin_gateways.refused': 'The call to {{name}} failed.',
  'admin_gateways.register': 'Register webhook',
  'admin_gateways.register_text':
    'Asks {{name}} to report payments to the webhook address, and stores what its reports are verified with.',
  'admin_gateways.register_fixed':
    '{{variable}} is set in the server’s environment, and a new webhook needs another value. Remove the variable to register the webhook here.',
  'admin_gateways.registered': '{{name}} reports payments to this server.',
  'admin_gateways.not_registered': 'The webhook could not be registered at {{name}}.',
} as const
