<?php
declare(strict_types=1);

namespace UcpHost\Admin;

use UcpHost\Pairing\LastStatus;
use UcpHost\Pairing\Pairing;
use UcpHost\Setup\Requirements;
use UcpHost\Webhooks\StoreWebhooks;

defined( 'ABSPATH' ) || exit;

/** Result of the last check in both directions. */
final class HealthPanel {

	public static function show( Pairing $pairing, ?array $said ): void {
		$status = LastStatus::kept();
		Markup::open_panel( 'health', __( 'Health', 'ucp-host' ), $said );
		if ( $status && ! $status['connected'] ) {
			Markup::notice( 'warning', __( 'The store is disconnected in the service: agents do not find it.', 'ucp-host' ), __( 'Connect it again in the service.', 'ucp-host' ) );
		}
		$problem = Requirements::problem_of_paired();
		if ( $problem && ! $said ) {
			Markup::notice( 'problem', $problem->message, $problem->remedy );
		}
		echo '<ul class="ucp-host-checks">';
		self::check( 'check', __( 'This shop reaches the service', 'ucp-host' ), $status ? $status['there'] : null, $status['asked_at'] ?? 0 );
		self::check( 'reach', __( 'The service reaches this shop', 'ucp-host' ), $status['here'] ?? null, $status['asked_at'] ?? 0 );
		self::webhooks( $pairing, $status['last_event'] ?? 0 );
		echo '</ul>';
		ServiceHealth::show( $status['health'] ?? array(), $status['asked_at'] ?? 0 );
		Markup::close_panel();
	}

	/** @param array{ok: bool, message: string, remedy: string}|null $result */
	private static function check( string $action, string $title, ?array $result, int $asked_at ): void {
		echo '<li><div class="ucp-host-check"><h3>' . esc_html( $title ) . '</h3><p>';
		Markup::badge( $result ? $result['ok'] : null, self::word( $result ) );
		// phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- escaped where it is made.
		echo $result ? ' ' . Markup::time( $asked_at ) : '';
		echo '</p>';
		if ( $result && ! $result['ok'] ) {
			echo '<p>' . esc_html( trim( $result['message'] . ' ' . $result['remedy'] ) ) . '</p>';
		}
		echo '</div>';
		/* translators: %s: what is tested */
		Markup::button( $action, __( 'Test', 'ucp-host' ), sprintf( __( 'Test: %s', 'ucp-host' ), $title ) );
		echo '</li>';
	}

	private static function webhooks( Pairing $pairing, int $last_event ): void {
		$count = StoreWebhooks::count( $pairing );
		echo '<li><div class="ucp-host-check"><h3>' . esc_html__( 'Webhooks to the service', 'ucp-host' ) . '</h3><p>';
		/* translators: 1: a number of webhooks 2: how many there should be */
		Markup::badge( $count['right'] === $count['wanted'], sprintf( __( '%1$d of %2$d active', 'ucp-host' ), $count['right'], $count['wanted'] ) );
		if ( $last_event > 0 ) {
			/* translators: %s: such as "5 minutes ago" */
			printf( ' ' . esc_html__( 'The service received the last one %s.', 'ucp-host' ), Markup::time( $last_event ) ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- escaped where it is made.
		}
		echo '</p><p>' . esc_html__( 'Settings of WooCommerce that you save reach agents with the next webhook, within about a minute, or at once when you press Test.', 'ucp-host' ) . '</p></div>';
		Markup::button( 'mend', __( 'Repair webhooks', 'ucp-host' ) );
		echo '</li>';
	}

	private static function word( ?array $result ): string {
		if ( ! $result ) {
			return __( 'Not tested yet', 'ucp-host' );
		}
		return $result['ok'] ? __( 'Works', 'ucp-host' ) : __( 'Does not work', 'ucp-host' );
	}
}
