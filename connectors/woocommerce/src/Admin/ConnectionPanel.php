<?php
declare(strict_types=1);

namespace UcpHost\Admin;

use UcpHost\Pairing\Ending;
use UcpHost\Pairing\Pairing;
use UcpHost\Pairing\ServiceAddress;
use UcpHost\Pairing\SiteFacts;
use UcpHost\Setup\Requirements;

defined( 'ABSPATH' ) || exit;

/** State of pairing: the form for six digits, or the service and the button to unpair. */
final class ConnectionPanel {

	public static function show( ?Pairing $pairing, ?array $said ): void {
		Markup::open_panel( 'connection', __( 'Connection', 'ucp-host' ), $said );
		if ( ! $pairing ) {
			self::unpaired( $said );
		} elseif ( $pairing->is_of( SiteFacts::url() ) ) {
			self::paired( $pairing );
		} else {
			self::copy( $pairing );
		}
		Markup::close_panel();
	}

	private static function unpaired( ?array $said ): void {
		$ending  = Ending::noted();
		$problem = Requirements::problem();
		if ( $ending && ! $said ) {
			/* translators: %s: the name of a service */
			Markup::notice( 'warning', sprintf( __( 'This shop is not paired any more: it was unpaired in %s.', 'ucp-host' ), $ending['service_name'] ), __( 'If that was a mistake, pair it again with a new code.', 'ucp-host' ) );
		}
		if ( $problem && ! $said ) {
			Markup::notice( 'problem', $problem->message, $problem->remedy );
		}
		echo '<p>';
		Markup::badge( null, __( 'Not paired', 'ucp-host' ) );
		echo '</p><p id="ucp-host-how">' . esc_html__( 'Sign in to the service, add a WooCommerce shop there, and enter the six digits that it shows.', 'ucp-host' ) . '</p>';
		Markup::open_form( 'pair' );
		$address = ServiceAddress::suggested();
		?>
		<div class="ucp-host-field">
			<label for="ucp-host-service"><?php esc_html_e( 'Service address', 'ucp-host' ); ?></label>
			<input type="text" inputmode="url" class="regular-text code" id="ucp-host-service" name="service_url" required placeholder="https://ucp.example.com" autocapitalize="none" autocomplete="url" spellcheck="false" value="<?php echo esc_attr( $address ); ?>">
		</div>
		<div class="ucp-host-field">
			<label for="ucp-host-code"><?php esc_html_e( 'Six-digit code', 'ucp-host' ); ?></label>
			<input type="text" inputmode="numeric" class="ucp-host-code" id="ucp-host-code" name="code" required maxlength="11" pattern="\s*([0-9][\s\-]*){6}" title="<?php esc_attr_e( 'Six digits', 'ucp-host' ); ?>" autocomplete="one-time-code" aria-describedby="ucp-host-how"<?php echo '' === $address ? '' : ' autofocus'; ?>>
		</div>
		<?php
		Markup::submit( __( 'Pair this shop', 'ucp-host' ) );
		echo '<p class="description">' . esc_html__( 'Pairing creates a REST key under your user. It lets this service read products and orders, create carts and manage its webhooks, and nothing else. Unpairing revokes it.', 'ucp-host' ) . '</p></form>';
	}

	private static function paired( Pairing $pairing ): void {
		echo '<p>';
		Markup::badge( true, __( 'Paired', 'ucp-host' ) );
		echo '</p>';
		$rows = array(
			__( 'Service', 'ucp-host' ) => sprintf( '%s <span class="code">%s</span>', esc_html( $pairing->service_name ), esc_html( $pairing->service_url ) ),
			__( 'Store', 'ucp-host' )   => sprintf( '%s <span class="code">%s</span>', esc_html( $pairing->store_name ), esc_html( $pairing->store_slug ) ),
			__( 'Paired', 'ucp-host' )  => Markup::time( $pairing->paired_at ),
		);
		echo '<dl class="ucp-host-facts">';
		foreach ( $rows as $name => $html ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- escaped above.
			echo '<dt>' . esc_html( $name ) . '</dt><dd>' . $html . '</dd>';
		}
		echo '</dl>';
		self::way_out( __( 'Unpair', 'ucp-host' ), __( 'Agents will not find this shop any more. Orders stay. The service\'s key is revoked and its webhooks are removed.', 'ucp-host' ) );
	}

	private static function copy( Pairing $pairing ): void {
		Markup::notice(
			'warning',
			/* translators: %s: a web address */
			sprintf( __( 'This looks like a copy: %s was paired, and this site has another address. The copy sends the service nothing.', 'ucp-host' ), $pairing->site_url ),
			__( 'On a staging site, unpair: the original stays paired. If the shop has moved, unpair and pair it again.', 'ucp-host' )
		);
		self::way_out( __( 'Unpair this copy', 'ucp-host' ), __( 'The shop that it was copied from stays paired.', 'ucp-host' ) );
	}

	private static function way_out( string $button, string $explanation ): void {
		echo '<details class="ucp-host-way-out"><summary>' . esc_html__( 'Unpair this shop…', 'ucp-host' ) . '</summary><p>' . esc_html( $explanation ) . '</p>';
		Markup::open_form( 'unpair' );
		Markup::submit( $button, 'button ucp-host-danger' );
		echo '</form></details>';
	}
}
