/** Pairs of tasks that ask for the same, one pair per line. */
export const samePairs = `describe how keys are rotated | Describe the rotation of keys
explain the cancellation of jobs | explain how jobs are cancelled
Document how records are deleted | document the deletion of records
validate the examples of the API | validation of the API examples
A description of the quotas | describe the quotas
Write a glossary of billing terms | write a glossary of the billing terms
Document the billing API | please document our billing APIs
Fix the broken links | Fix broken link
Add a page about inboxes | Add pages about the inbox
explain how retries work | Explain how the retry works
Update the screenshots in the onboarding tutorial | In the onboarding tutorial, update the screenshots
typo in the install guide | Typos in install guide
Could you translate the quickstart? | translate the quickstart
list every error code | List all the error codes
the pricing page is outdated | Pricing page outdated
Rotate keys: add a guide | add a guide: rotate keys
Describe rate limits | describing the rate limit
Hi! Add a FAQ entry on refunds, thanks | add an FAQ entry on refunds
we need docs for the export command | docs for the export command please
Cancelled subscriptions: what happens to data | canceled subscriptions, what happens to data
Add curl examples to the auth page | To the auth page, add curl examples
document the webhooks of the mailbox | Document mailbox webhooks
update the v2 changelog | Update changelog of v2
Remove the beta badge from the SDK page | remove beta badges from SDK pages
explain idempotency keys | Explaining the idempotency key
Shorten the install steps | shorten install step
Can you write a migration guide for the SDK | write the SDK migration guide
mention the 14 day trial | mention that the trial is 14 days
Diagram of the sync flow | a diagram for the sync flow
don't use jargon on the overview page | do not use jargon in the overview page
Schreib ein Glossar der Begriffe der Abrechnung | schreibe ein Glossar zu den Begriffen der Abrechnung
Bitte die Preisseite aktualisieren | Preisseite aktualisieren
Tippfehler in der Installationsanleitung | Tippfehler in den Installationsanleitungen
Dokumentiere die API der Abrechnung | die API der Abrechnung dokumentieren
Beispiele für die Aufrufe ergänzen | Beispiel für den Aufruf ergänzen
Könntest du die Screenshots austauschen? | Screenshots austauschen
Fehlermeldungen der CLI erklären | erkläre die Fehlermeldungen der CLI
Seite über Postfächer | eine Seite über die Postfächer
den Einstieg kürzen | Einstieg kürzen bitte
Umgebungsvariablen dokumentieren | dokumentiere Umgebungsvariablen
Hallo, füge ein Kapitel über Limits hinzu | füge Kapitel über Limits hinzu
Glossar um neue Begriffe erweitern | erweitere das Glossar um neue Begriffe
README: Node erwähnen | in der README Node erwähnen
alle Fehlercodes auflisten | Fehlercodes auflisten
Migration auf v2 beschreiben | beschreibe die Migration auf v2
Rédige un glossaire des termes de facturation | rédiger un glossaire de termes de facturation
documente l'API de facturation | documenter l'API de la facturation
corriger les liens cassés | corrige le lien cassé
ajoute une page sur les limites | ajouter des pages sur la limite
Peux-tu traduire le guide ? | traduire le guide
le guide est obsolète | guide obsolète
explique les codes d'erreur | expliquer le code d'erreur
liste les variables d'environnement | lister les variables de l'environnement
faute dans le guide d'installation | fautes dans les guides d'installation
Bonjour, retire le badge bêta, merci | retirer le badge bêta
raccourcir les instructions | raccourcis l'instruction
captures d'écran du tutoriel | les captures d'écran des tutoriels
préciser la durée de l'essai | précise la durée des essais
documente l'option --dry-run | documenter l'option --dry-run svp
notes de version pour la 3.4 | notes de la version 3.4
Escribe un glosario de términos de facturación | escribir un glosario de los términos de facturación
documenta la API de facturación | documentar la API de la facturación
arregla los enlaces rotos | arreglar enlace roto
añade una página sobre los límites | añadir página sobre el límite
¿Puedes traducir la guía? | traducir la guía
la guía está desactualizada | guía desactualizada
explica los códigos de error | explicar el código de error
lista las variables de entorno | listar variables del entorno
errata en la guía de instalación | erratas en las guías de instalación
Hola, quita la etiqueta beta, gracias | quitar la etiqueta beta
capturas del tutorial | las capturas de los tutoriales
aclara la duración de la prueba | aclarar la duración de las pruebas
documenta la opción --dry-run | por favor documentar la opción --dry-run
actualiza el índice | actualizar los índices
notas de la versión 3.4 | notas de versión para la 3.4
写一个计费术语的术语表 | 写计费术语的术语表
请更新价格页 | 更新一下价格页
记录计费接口 | 把计费接口记录一下
给收件箱加一页介绍 | 请给收件箱加一页介绍
修复失效的链接 | 请修复失效链接
解释重试的计划 | 解释重试计划
能不能翻译入门指南？ | 翻译入门指南
安装指南里有错别字 | 安装指南有错别字
列出所有的错误码 | 列出错误码
你好，去掉测试标记，谢谢 | 去掉测试标记
教程的截图要更新 | 更新教程的截图
补充 --dry-run 的说明 | 请补充 --dry-run 说明
3.4 的更新日志 | 3.4 更新日志
说明登录失败的原因 | 说明一下登录失败原因
整理侧边栏 | 把侧边栏整理一下
Make a table of the plans | make a table for plans
Fix: wrong port in setup docs | fix wrong port in the setup docs
add alt text to images in the guides | Adding alt texts to the image in the guide
Explain SSO with Okta | explain the SSO with OKTA
document POST /v2/invoices | Document POST /v2/invoices, please
rewrite the intro of the handbook | Rewrite the handbook's intro
Describe the rate limits of the mailbox | describe mailbox rate limits
Compare the export formats | comparing export formats
Publish release notes for 3.4.1 | publish the release notes of 3.4.1
Add a note that deletes are permanent | add note: deletes are permanent
Which permissions does the importer need? | which permission does the importer need
define "tenant" in the glossary | In the glossary define tenant
Split the security page | split security pages
Mark the legacy dashboard as unsupported | mark legacy dashboards unsupported
include a troubleshooting section for logins | Include troubleshooting sections for login`
/** Pairs of tasks with different subjects, one pair per line. */
export const otherPairs = `describe the production settings | describe the product settings
document the new option | document the new opt
document the billing API | document the inbox API
update the changelog for v1 | update the changelog for v2
add the beta badge | remove the beta badge
Explain page 1 of the webhooks guide now | Explain page 2 of the webhooks guide now
translate the quickstart into German | translate the quickstart into French
document imports | document exports
Explain the retries | Explain the inboxes
migrate from v1 to v2 | migrate from v2 to v1
rename workspace to team | rename team to workspace
mention Node 24 in the README | mention Node 26 in the README
use yarn instead of pnpm | use pnpm instead of yarn
explain how to enable SSO | explain how to disable SSO
pages with examples | pages without examples
deletes are permanent | deletes are not permanent
do link to the blog | don't link to the blog
what happens before a sync | what happens after a sync
add screenshots of the login page | add screenshots of the logout page
document POST /v2/invoices | document GET /v2/invoices
document /v2/invoices | document /v2/refunds
the --dry-run flag | the --force flag
setup with Okta | setup with Auth0
Tom's notes on sharding | Li's notes on sharding
port 9100 for the printer | port 9101 for the printer
shorten the intro | expand the intro
write a glossary of billing terms | write a glossary of security terms
the timeout is in seconds | the timeout is in minutes
lower limit of uploads | upper limit of uploads
admin guide for billing | user guide for billing
customer fields | custom fields
minimum password length | maximum password length
the inbound webhook | the outbound webhook
list open invoices | list paid invoices
create an API key | revoke an API key
Python sample for uploads | Ruby sample for uploads
iOS push notifications | Android push notifications
rate limit is 100 per minute | rate limit is 100 per hour
why jobs fail | when jobs fail
sort by name | sort by date
release notes 3.4 | release notes 3.5
version 1.2 is supported | version 2.1 is supported
encrypt backups | decrypt backups
merge the two pages | split the two pages
document sign-in | document sign-out
public channels | private channels
upload a file | download a file
Fix typo in chapter three | Fix typo in chapter four
docs for the EU region | docs for the US region
staging environment setup | production environment setup
the C++ client | the C# client
sync is on by default | sync is off by default
die Preisseite aktualisieren | die Startseite aktualisieren
Import dokumentieren | Export dokumentieren
den Abschnitt kürzen | den Abschnitt erweitern
das Abzeichen hinzufügen | das Abzeichen entfernen
ins Englische übersetzen | ins Französische übersetzen
Seiten mit Beispielen | Seiten ohne Beispiele
Löschen ist endgültig | Löschen ist nicht endgültig
Umstieg von v1 auf v2 | Umstieg von v2 auf v1
vor der Synchronisation | nach der Synchronisation
„Team“ statt „Gruppe“ | „Gruppe“ statt „Team“
Anleitung für Admins | Anleitung für Gäste
Anmeldung erklären | Abmeldung erklären
Rechnungen auflisten | Gutschriften auflisten
Node 24 erwähnen | Node 26 erwähnen
Schlüssel erstellen | Schlüssel löschen
documente l'API de facturation | documente l'API de messagerie
traduire en anglais | traduire en allemand
ajouter le badge bêta | retirer le badge bêta
documenter l'import | documenter l'export
raccourcir l'introduction | développer l'introduction
pages avec exemples | pages sans exemples
la suppression est définitive | la suppression n'est pas définitive
migration de v1 à v2 | migration de v2 à v1
avant la synchronisation | après la synchronisation
guide pour administrateurs | guide pour invités
activer le SSO | désactiver le SSO
renommer équipe en groupe | renommer groupe en équipe
la connexion | la déconnexion
limite de 100 par minute | limite de 200 par minute
créer une clé | révoquer une clé
documenta la API de facturación | documenta la API de correo
traducir al inglés | traducir al alemán
añade la etiqueta beta | quita la etiqueta beta
documentar la importación | documentar la exportación
acortar la introducción | ampliar la introducción
páginas con ejemplos | páginas sin ejemplos
el borrado es definitivo | el borrado no es definitivo
migrar de v1 a v2 | migrar de v2 a v1
antes de la sincronización | después de la sincronización
guía para administradores | guía para invitados
activar el SSO | desactivar el SSO
límite de 100 por minuto | límite de 200 por minuto
记录计费接口 | 记录收件箱接口
添加测试标记 | 删除测试标记
翻译成英文 | 翻译成日文
导入说明 | 导出说明
删除可以恢复 | 删除不可以恢复
同步前的检查 | 同步后的检查
从 v1 迁移到 v2 | 从 v2 迁移到 v1
每分钟 100 次 | 每小时 100 次
解释登录失败的原因 | 解释支付失败的原因
把团队改成群组 | 把群组改成团队
安卓推送通知 | 苹果推送通知
管理员指南 | 访客指南`
