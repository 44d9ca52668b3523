import type { emails as en } from '../../en/server/emails.ts'

export const emails: Record<keyof typeof en, string> = {
  'emails.reason': 'Recibes este correo porque tu dirección de correo se ha usado en {{app}}.',
  'emails.reason_account': 'Recibes este correo porque tienes una cuenta en {{app}}.',
  'emails.link_fallback': 'Si el botón no funciona, copia este enlace en tu navegador:',
  'emails.valid_until': 'Válido hasta',
  'emails.valid_always': 'Sin caducidad',

  'emails.confirm_address.subject': 'Confirma tu correo para {{app}}',
  'emails.confirm_address.title': 'Confirma tu correo',
  'emails.confirm_address.text':
    'Se ha creado una cuenta en {{app}} con esta dirección de correo. Confirma que es tuya y podrás iniciar sesión.',
  'emails.confirm_address.button': 'Confirmar correo',
  'emails.confirm_address.not_you':
    'Si no has sido tú, ignora este correo. La cuenta no se puede usar sin tu confirmación.',
  'emails.confirm_address.change_text':
    'Esta dirección de correo se ha indicado como la nueva de una cuenta en {{app}}. Confirma que es tuya y podrás iniciar sesión con ella.',
  'emails.confirm_address.change_not_you':
    'Si la cuenta no es tuya, ignora este correo. Sin tu confirmación, la cuenta conserva su dirección actual.',

  'emails.account_exists.subject': 'Ya tienes una cuenta en {{app}}',
  'emails.account_exists.title': 'Ya tienes una cuenta',
  'emails.account_exists.text':
    'Hemos recibido una petición para crear una cuenta en {{app}} con esta dirección de correo, pero ya tienes una. Si has sido tú, inicia sesión.',
  'emails.account_exists.button': 'Iniciar sesión',
  'emails.account_exists.forgotten': 'Elegir otra contraseña',
  'emails.account_exists.not_you': 'Si no has sido tú, ignora este correo. No ha cambiado nada.',

  'emails.user_invitation.subject': '{{inviter}} te ha invitado a {{app}}',
  'emails.user_invitation.title': 'Te damos la bienvenida a {{app}}',
  'emails.user_invitation.text':
    '{{inviter}} ha creado una cuenta para ti. Elige una contraseña para empezar.',
  'emails.user_invitation.button': 'Elegir contraseña',
  'emails.user_invitation.not_you': 'Si no conoces al remitente, ignora este correo.',
  'emails.recover_password.subject': 'Elige una contraseña para {{app}}',
  'emails.recover_password.title': 'Elige una contraseña',
  'emails.recover_password.text':
    'Has pedido un enlace para elegir una contraseña. Usa el botón; funciona una sola vez. Después se cierra tu sesión en todos los dispositivos.',
  'emails.recover_password.button': 'Elegir contraseña',
  'emails.recover_password.not_you': 'Si no has sido tú, ignora este correo. No ha cambiado nada.',

  'emails.account_alert.when': 'Fecha',
  'emails.account_alert.not_you':
    'Si has sido tú, no tienes que hacer nada. Si no, elige otra contraseña ahora: se cerrará la sesión en todos los dispositivos.',
  'emails.account_alert.end_sessions': 'Elegir otra contraseña',
  'emails.account_alert.left':
    'Las llaves de acceso y los tokens no cambian. Revísalos y quita los que no reconozcas.',
  'emails.account_alert.look': 'Revisar mi cuenta',

  'emails.data_export_ready.subject': 'Tu exportación de datos de {{app}} está lista',
  'emails.data_export_ready.title': 'Tu exportación de datos está lista',
  'emails.data_export_ready.text':
    'Tus datos de {{app}} están listos en un ZIP ({{size}}). Inicia sesión para descargarlo.',
  'emails.data_export_ready.button': 'Ir a tus datos',
  'emails.data_export_ready.not_you':
    'Si no has pedido esta exportación, cambia tu contraseña: puede que otra persona tenga acceso a tu cuenta.',

  'emails.account_deleted.subject': 'Tu cuenta de {{app}} se ha eliminado',
  'emails.account_deleted.title': 'Tu cuenta se ha eliminado',
  'emails.account_deleted.text':
    'Tu cuenta de {{app}} y sus datos se eliminaron el {{date}}. Se ha cerrado tu sesión en todos los dispositivos y tus enlaces ya no funcionan. Las facturas se conservan el tiempo que exige la ley.',
  'emails.account_deleted.again':
    'No tienes que hacer nada. Puedes crear otra cuenta con esta dirección de correo cuando quieras.',

  'emails.team_invitation.subject': '{{inviter}} te invita a {{folder}}',
  'emails.team_invitation.title': 'Únete a {{folder}}',
  'emails.team_invitation.edit':
    '{{inviter}} te invita a la carpeta de equipo {{folder}}. Puedes ver, añadir y editar su contenido.',
  'emails.team_invitation.view':
    '{{inviter}} te invita a la carpeta de equipo {{folder}}. Puedes ver y descargar su contenido.',
  'emails.team_invitation.button': 'Ver invitación',
  'emails.team_invitation.newcomer':
    'Todavía no tienes cuenta. Créala con esta dirección de correo para abrir la carpeta.',
  'emails.team_invitation.newcomer_button': 'Crear cuenta y unirme',

  'emails.share_link.subject': '{{sender}} ha compartido {{item}} contigo',
  'emails.share_link.text': '{{sender}} ha compartido {{item}} contigo.',
  'emails.share_link.button': 'Abrir {{item}}',
  'emails.share_link.password': 'Está protegido con contraseña. Pídesela a {{sender}}.',

  'emails.upload_request.subject': '{{asker}} te solicita archivos',
  'emails.upload_request.text':
    '{{asker}} te solicita archivos para {{name}}. No necesitas una cuenta.',
  'emails.upload_request.button': 'Enviar archivos',

  'emails.upload_request_filled.subject': 'Archivos recibidos para {{name}}',
  'emails.upload_request_filled.text_one': 'Has recibido {{count, number}} archivo para {{name}}.',
  'emails.upload_request_filled.text_other':
    'Has recibido {{count, number}} archivos para {{name}}.',
  'emails.upload_request_filled.missing': 'Todavía falta: {{missing}}.',
  'emails.upload_request_filled.button': 'Ver archivos',

  'emails.mail_test.subject': 'Correo de prueba de {{app}}',
  'emails.mail_test.title': 'Los ajustes de correo funcionan',
  'emails.mail_test.text':
    '{{app}} ha enviado este correo el {{date}} con los ajustes que has indicado.',
  'emails.contact.subject': 'Nuevo mensaje de contacto en {{app}}',
  'emails.contact.title': 'Nuevo mensaje de contacto',
  'emails.contact.from': 'De',
  'emails.contact.unverified':
    'Las respuestas van a la dirección de correo del remitente, que no está verificada.',
  'emails.upload_receipt.subject': 'Recibo: tus archivos para {{name}}',
  'emails.upload_receipt.title': 'Hemos recibido tus archivos',
  'emails.upload_receipt.text_one':
    '{{receiver}} ha recibido {{count, number}} archivo tuyo ({{size, bytes}}) para {{name}}, el {{date}}.',
  'emails.upload_receipt.text_other':
    '{{receiver}} ha recibido {{count, number}} archivos tuyos ({{size, bytes}}) para {{name}}, el {{date}}.',
  'emails.upload_receipt.file': 'Archivo',
  'emails.upload_receipt.size': 'Tamaño',
  'emails.upload_receipt.hash': 'SHA-256',
  'emails.upload_receipt.more_one': 'y {{count, number}} archivo más',
  'emails.upload_receipt.more_other': 'y {{count, number}} archivos más',
  'emails.upload_receipt.keep':
    'El SHA-256 es una huella del archivo. Vuelve a calcularlo para comprobar que el archivo no ha cambiado.',
}
