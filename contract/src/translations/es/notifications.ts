import type { notifications as en } from '../en/notifications.ts'

export const notifications: Record<keyof typeof en, string> = {
  'notification.button.show': 'Mostrar',
  'notification.button.open': 'Abrir',
  'notification.button.details': 'Ver detalles',
  'notification.button.send_files': 'Enviar archivos',
  'notification.button.billing': 'Ir a facturación',
  'notification.button.review': 'Revisar',
  'notification.remote_uploads_done.title_one': '{{count, number}} archivo subido desde su enlace',
  'notification.remote_uploads_done.title_other':
    '{{count, number}} archivos subidos desde sus enlaces',
  'notification.remote_uploads_done.text_one': '{{name}} está en tus archivos.',
  'notification.remote_uploads_done.text_other': 'Último archivo: {{name}}.',
  'notification.remote_uploads_failed.title_one': 'No se ha podido subir {{count, number}} archivo',
  'notification.remote_uploads_failed.title_other':
    'No se han podido subir {{count, number}} archivos',
  'notification.remote_uploads_failed.text':
    'Se han subido {{done, number}} de {{total, number}} desde sus enlaces.',
  'notification.team_invitation.title': 'Invitación a {{folder}}',
  'notification.team_invitation.text':
    '{{inviter}} te ha invitado a unirte a esta carpeta de equipo.',
  'notification.team_invitation_accepted.title': 'Invitación a {{folder}} aceptada',
  'notification.team_invitation_accepted.text':
    'Te has unido a esta carpeta de equipo. Te invitó {{inviter}}.',
  'notification.team_invitation_declined.title': 'Invitación a {{folder}} rechazada',
  'notification.team_invitation_declined.text': 'Rechazaste la invitación de {{inviter}}.',
  'notification.files_requested.title': '{{asker}} te solicita archivos',
  'notification.files_requested.text': 'Para: {{name}}',
  'notification.upload_request_completed.title': 'Archivos recibidos para {{name}}',
  'notification.upload_request_completed.text_one':
    'Tu solicitud ha recibido {{count, number}} archivo.',
  'notification.upload_request_completed.text_other':
    'Tu solicitud ha recibido {{count, number}} archivos.',
  'notification.upload_request_incomplete.title':
    'Archivos recibidos para {{name}}, faltan documentos',
  'notification.upload_request_incomplete.text_one':
    'Tu solicitud ha recibido {{count, number}} archivo. Todavía falta: {{missing}}.',
  'notification.upload_request_incomplete.text_other':
    'Tu solicitud ha recibido {{count, number}} archivos. Todavía falta: {{missing}}.',
  'notification.upload_request_unused.title': '{{name}} se ha cerrado sin archivos',
  'notification.upload_request_unused.text':
    'Un invitado ha cerrado tu solicitud de archivos y no ha enviado ninguno.',
  'notification.share_password_attempts.title': 'Varias contraseñas incorrectas para {{item}}',
  'notification.share_password_attempts.text':
    '{{count, number}} intentos fallidos en 15 minutos. Los siguientes se limitan. Puedes cambiar la contraseña o eliminar el enlace.',
  'notification.password_changed.title': 'Tu contraseña ha cambiado',
  'notification.password_changed.text': 'Se han cerrado las demás sesiones.',
  'notification.two_factor_on.title': 'Se ha activado la verificación en dos pasos',
  'notification.two_factor_on.text':
    'Ahora se pide un código al iniciar sesión. Se han cerrado las demás sesiones.',
  'notification.two_factor_off.title': 'Se ha desactivado la verificación en dos pasos',
  'notification.two_factor_off.text': 'Ahora basta la contraseña para iniciar sesión.',
  'notification.recovery_codes_renewed.title': 'Tus códigos de recuperación se han sustituido',
  'notification.recovery_codes_renewed.text': 'Los anteriores ya no funcionan.',
  'notification.recovery_code_used.title': 'Se ha usado un código de recuperación',
  'notification.recovery_code_used.text': 'Códigos que quedan: {{left}}.',
  'notification.provider_linked.title': 'Se ha añadido el inicio de sesión con {{provider}}',
  'notification.provider_linked.text':
    'Ahora se puede entrar con tu cuenta de {{provider}} sin la contraseña.',
  'notification.provider_unlinked.title': 'Se ha quitado el inicio de sesión con {{provider}}',
  'notification.provider_unlinked.text': 'Ya no funciona. Se han cerrado las demás sesiones.',
  'notification.passkey_added.title': 'Se ha añadido una llave de acceso',
  'notification.passkey_added.text': 'Permite entrar en tu cuenta sin la contraseña.',
  'notification.passkey_removed.title': 'Se ha quitado una llave de acceso',
  'notification.passkey_removed.text': '{{name}} ya no funciona.',
  'notification.token_created.title': 'Se ha creado un token de acceso',
  'notification.token_created.text': '{{name}} permite que las aplicaciones actúen en tu nombre.',
  'notification.token_revoked.title': 'Se ha revocado un token de acceso',
  'notification.token_revoked.text': '{{name}} ya no funciona.',
  'notification.tokens_revoked.title': 'Tus tokens de acceso se han revocado',
  'notification.tokens_revoked.text':
    'Se revocaron todos al cambiar la contraseña. Las aplicaciones que los usaban han perdido el acceso.',
  'notification.new_device.title': 'Inicio de sesión en un dispositivo nuevo',
  'notification.new_device.text': 'Dispositivo: {{device}}. Dirección IP: {{ip}}.',
  'notification.role_admin.title': 'Ahora eres administrador',
  'notification.role_admin.text': 'Un administrador te ha dado este rol.',
  'notification.role_user.title': 'Ya no eres administrador',
  'notification.role_user.text': 'Un administrador ha cambiado tu rol.',
  'notification.email_change_requested.title': 'Se ha pedido un correo nuevo para tu cuenta',
  'notification.email_change_requested.text':
    'Un administrador ha pedido cambiar tu correo a {{email}}. Cambiará cuando se abra el enlace enviado a esa dirección. Si no lo esperabas, ponte en contacto con tu administrador.',
  'notification.email_changed.title': 'Tu correo ha cambiado',
  'notification.email_changed.text':
    'Ahora inicias sesión con {{email}}. Si no lo esperabas, ponte en contacto con tu administrador.',
  'notification.account_suspended.title': 'Tu cuenta está suspendida',
  'notification.account_suspended.text':
    'No puedes iniciar sesión y tus enlaces no funcionan por ahora. Tus archivos están a salvo. Ponte en contacto con tu administrador para saber más.',
  'notification.account_reactivated.title': 'Tu cuenta se ha reactivado',
  'notification.account_reactivated.text':
    'Puedes volver a iniciar sesión y tus enlaces vuelven a funcionar.',
  'notification.team_removed.title': '{{name}} ha eliminado su cuenta',
  'notification.team_removed.text':
    'Las carpetas de equipo que compartía contigo se han eliminado.',
  'notification.balance_credited.title': 'Has recibido {{amount, money}}',
  'notification.balance_credited.text': 'Se ha añadido a tu saldo.',
  'notification.data_export_ready.title': 'Tu exportación de datos está lista',
  'notification.data_export_ready.text': 'Puedes descargarla durante siete días.',
  'notification.data_export_failed.title': 'No se ha podido crear tu exportación de datos',
  'notification.data_export_failed.text': 'No se ha perdido ningún dato. Inténtalo de nuevo.',
  'notification.subscription_started.title': 'Te has suscrito a {{plan}}',
  'notification.subscription_started.text':
    'Se han actualizado tus límites de almacenamiento y de miembros.',
  'notification.second_subscription_refunded.title': 'Segunda compra reembolsada',
  'notification.second_subscription_refunded.text':
    'Ya tienes un plan, así que se ha cancelado {{plan}} y se reembolsa el pago completo.',
  'notification.late_payment_refunded.title': 'Pago tardío reembolsado',
  'notification.late_payment_refunded.text':
    'Tu pago de {{plan}} llegó cuando la compra ya había caducado, así que se reembolsa completo. Puedes volver a suscribirte.',
  'notification.unoffered_purchase_refunded.title': 'Compra reembolsada',
  'notification.unoffered_purchase_refunded.text':
    '{{plan}} ya no se ofrece, así que se reembolsa el pago completo.',
  'notification.refund_to_balance.title': 'Hemos añadido {{amount, money}} a tu saldo',
  'notification.refund_to_balance.text':
    'La pasarela de pago no ha podido reembolsarlo, así que está en tu saldo. Escríbenos si prefieres que te lo paguemos.',
  'notification.subscription_ended_unpaid.title': '{{plan}} ha terminado',
  'notification.subscription_ended_unpaid.text':
    'No hemos podido cobrar la renovación. Tus archivos se conservan; elige un plan para añadir más.',
  'notification.renewal_upcoming.title': '{{plan}} se renueva por {{due, money}}',
  'notification.renewal_upcoming.text':
    'Tu plan se renueva el {{day, date}}. Primero se usa tu saldo y después tu tarjeta guardada, si tienes una. Hasta entonces puedes cambiar o cancelar el plan.',
  'notification.usage_charge_upcoming.title':
    'Se cobrarán aproximadamente {{due, money}} por {{plan}}',
  'notification.usage_charge_upcoming.text':
    'Tu consumo se cobra el {{day, date}}. El importe es una estimación del periodo hasta ahora. Primero se usa tu saldo y después tu tarjeta.',
  'notification.plan_terms_changed.title': 'Han cambiado las condiciones de {{plan}}',
  'notification.plan_terms_changed.text':
    'Los precios nuevos se aplican a tu consumo a partir del {{day, date}}. Consúltalos en la facturación.',
  'notification.payment_needs_confirmation.title': 'Confirma tu pago',
  'notification.payment_needs_confirmation.text':
    'Tu banco te pide confirmar un pago. Abre la facturación para continuar.',
  'notification.renewal_failed.title': 'No hemos podido renovar tu plan por {{due, money}}',
  'notification.renewal_failed.text':
    'Volveremos a intentar el pago. Abre la facturación para cambiar la forma de pago y conservar tu plan.',
  'notification.plan_change_declined.title': 'Tu plan no ha cambiado a {{plan}}',
  'notification.plan_change_declined.text':
    'El pago no se ha realizado. Conservas tu plan y no debes nada por el cambio.',
  'notification.plan_change_expired.title': 'Tu plan no ha cambiado a {{plan}}',
  'notification.plan_change_expired.text':
    'El precio del cambio había caducado. Se te devuelve lo que hayas pagado por él.',
  'notification.payment_refused.title': 'No hemos podido cobrar {{due, money}}',
  'notification.payment_refused.text':
    'Revisa tu tarjeta o añade saldo. Volveremos a intentarlo cuando venza el pago.',
  'notification.payment_failed_first.title': 'No hemos podido cobrar {{due, money}}',
  'notification.payment_failed_first.text':
    'Revisa tu tarjeta o añade saldo. Volveremos a intentarlo dentro de dos días.',
  'notification.payment_failed_second.title': 'El pago de {{due, money}} ha fallado de nuevo',
  'notification.payment_failed_second.text':
    'Lo intentaremos una vez más dentro de dos días. Si vuelve a fallar, tu cuenta quedará restringida hasta que pagues.',
  'notification.payment_failed_restricted.title': 'Tu cuenta está restringida',
  'notification.payment_failed_restricted.text':
    'Hay un pago pendiente de {{due, money}}. No se ha borrado nada. Al pagar, podrás usar tus archivos de inmediato.',
  'notification.balance_low_first.title': 'Tu saldo es menor que tu consumo',
  'notification.balance_low_first.text':
    'El consumo estimado de este periodo es de {{due, money}}. Añade saldo o una tarjeta para seguir usando tus archivos.',
  'notification.balance_low_second.title': 'Añade saldo',
  'notification.balance_low_second.text':
    'Tu consumo de unos {{due, money}} sigue superando tu saldo. Dentro de dos días tu cuenta quedará restringida.',
  'notification.balance_low_restricted.title': 'Tu cuenta está restringida',
  'notification.balance_low_restricted.text':
    'Tu consumo de unos {{due, money}} supera tu saldo. No se ha borrado nada. Al añadir saldo, podrás usar tus archivos de inmediato.',
  'notification.new_account_limit_first.title': 'Haz un primer pago',
  'notification.new_account_limit_first.text':
    'Tu consumo ha llegado a {{due, money}} y las cuentas nuevas necesitan un primer pago para continuar. Añade saldo o una tarjeta.',
  'notification.new_account_limit_second.title': 'Hace falta un primer pago',
  'notification.new_account_limit_second.text':
    'Tu consumo ha llegado a {{due, money}}. Sin un pago, tu cuenta quedará restringida dentro de dos días.',
  'notification.new_account_limit_restricted.title': 'Tu cuenta está restringida',
  'notification.new_account_limit_restricted.text':
    'Tu consumo ha llegado a {{due, money}}. No se ha borrado nada. Al añadir saldo o una tarjeta, podrás usar tus archivos de inmediato.',
  'notification.billing_alert_reached.title': 'Tu consumo ha superado {{due, money}}',
  'notification.billing_alert_reached.text':
    'Es el importe de tu alerta de gasto. La estimación de este periodo es de {{estimate, money}}.',
  'notification.spending_cap_near.title':
    'Has usado el {{percent, number}} % de tu límite de gasto',
  'notification.spending_cap_near.text':
    'La estimación de este periodo es de {{estimate, money}} de {{due, money}}. Al llegar al límite se detendrán las subidas.',
  'notification.spending_cap_reached.title': 'Has alcanzado tu límite de gasto de {{due, money}}',
  'notification.spending_cap_reached.text':
    'Las subidas se detienen hasta el próximo periodo o hasta que aumentes el límite. Tus archivos siguen disponibles.',
  'notification.spending_limits_removed.title': 'Vuelve a fijar tus límites de gasto',
  'notification.spending_limits_removed.text':
    'Tu plan se factura ahora en {{currency}}. Tu alerta y tu límite de gasto estaban en {{previous}} y ya no se aplican.',
}
