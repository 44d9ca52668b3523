import type { gateways as en } from '../../en/admin/gateways.ts'

export const gateways: Record<keyof typeof en, string> = {
  'admin_gateways.title': 'Pasarelas de pago',
  'admin_gateways.stripe_text':
    'Tarjetas y monederos. Stripe gestiona las suscripciones y reintenta los pagos fallidos.',
  'admin_gateways.paypal_text':
    'Cuentas de PayPal. PayPal gestiona las suscripciones; no admite cobros por consumo.',
  'admin_gateways.paystack_text':
    'Tarjetas en Nigeria, Ghana, Sudáfrica y Kenia. Este servidor lleva el calendario.',
  'admin_gateways.allowed': 'Ofrecer {{name}}',
  'admin_gateways.allowed_help':
    'Se ofrece cuando tiene sus claves. Si se desactiva, las suscripciones existentes continúan.',
  'admin_gateways.public_key': 'Clave pública de {{name}}',
  'admin_gateways.secret_key': 'Clave secreta de {{name}}',
  'admin_gateways.webhook_secret': 'Secreto del webhook de {{name}}',
  'admin_gateways.paypal_client_id': 'ID de cliente de PayPal',
  'admin_gateways.paypal_client_secret': 'Secreto de cliente de PayPal',
  'admin_gateways.paypal_webhook_id': 'ID del webhook de PayPal',
  'admin_gateways.paypal_live': 'Pagos reales con PayPal',
  'admin_gateways.paypal_live_help':
    'Si se desactiva, las claves son las del entorno de pruebas de PayPal y no se mueve dinero.',
  'admin_gateways.new_accounts': 'Cuentas nuevas',
  'admin_gateways.new_accounts_text': 'Importes en la moneda del plan por consumo.',
  'admin_gateways.registration_bonus': 'Regalo de bienvenida',
  'admin_gateways.registration_bonus_help':
    'Se añade una vez al saldo de cada usuario cuando empieza su plan por consumo. Con 0 no se añade nada.',
  'admin_gateways.new_account_usage_limit': 'Consumo antes del primer pago',
  'admin_gateways.new_account_usage_limit_help':
    'Durante los primeros 30 días de una cuenta sin tarjeta. Al llegar a este importe se recuerda al usuario que pague, y tras tres avisos se restringe la cuenta.',
  'admin_gateways.live': 'Pagos reales',
  'admin_gateways.test_mode': 'Modo de prueba',
  'admin_gateways.not_set_up': 'Sin configurar',
  'admin_gateways.webhook_url': 'Dirección del webhook',
  'admin_gateways.stripe_webhook_help':
    'Regístrala con el botón o indícala en el panel de Stripe y guarda el secreto que muestra.',
  'admin_gateways.paypal_webhook_help':
    'Regístrala con el botón o indícala en el panel de PayPal y guarda el ID que muestra.',
  'admin_gateways.paystack_webhook_help':
    'Indícala en el panel de Paystack, en API Keys & Webhooks.',
  'admin_gateways.last_received': 'Último evento',
  'admin_gateways.never_received':
    'Ninguno todavía. Los pagos se detectan igualmente: el servidor consulta a la pasarela cada pocos minutos.',
  'admin_gateways.failed': 'No se pudieron aplicar',
  'admin_gateways.rejected': 'Rechazados',
  'admin_gateways.events_one': '{{count, number}} evento',
  'admin_gateways.events_other': '{{count, number}} eventos',
  'admin_gateways.rejected_last_one': '{{count, number}} evento, el {{date}}: {{reason}}',
  'admin_gateways.rejected_last_other':
    '{{count, number}} eventos, el último el {{date}}: {{reason}}',
  'admin_gateways.currencies': 'Monedas',
  'admin_gateways.currencies_count_one': '{{count, number}} moneda',
  'admin_gateways.currencies_count_other': '{{count, number}} monedas',
  'admin_gateways.check': 'Comprobar claves',
  'admin_gateways.check_text': 'Hace una llamada a {{name}} con las claves guardadas.',
  'admin_gateways.check_save': 'Guarda las claves antes de comprobarlas.',
  'admin_gateways.accepted_live': '{{name}} acepta las claves. Los pagos son reales.',
  'admin_gateways.accepted_test': '{{name}} acepta las claves. Son de prueba: no se mueve dinero.',
  'admin_gateways.refused': 'La llamada a {{name}} ha fallado.',
  'admin_gateways.register': 'Registrar webhook',
  'admin_gateways.register_text':
    'Indica a {{name}} que comunique los pagos a la dirección del webhook y guarda lo que acredita sus avisos.',
  'admin_gateways.register_fixed':
    '{{variable}} está fijada en el entorno del servidor y un webhook nuevo necesita otro valor. Quita la variable para registrar el webhook aquí.',
  'admin_gateways.registered': '{{name}} comunica los pagos a este servidor.',
  'admin_gateways.not_registered': 'No se ha podido registrar el webhook en {{name}}.',
}
