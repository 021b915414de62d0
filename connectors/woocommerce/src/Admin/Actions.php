<?php
declare(strict_types=1);

namespace UcpHost\Admin;

use UcpHost\Discovery\ManifestCopy;
use UcpHost\Discovery\Mode;
use UcpHost\Discovery\Probe;
use UcpHost\Discovery\WellKnown;
use UcpHost\Pairing\Connection;
use UcpHost\Pairing\Ending;
use UcpHost\Pairing\Outcome;
use UcpHost\Pairing\Pairing;
use UcpHost\Pairing\SiteFacts;
use UcpHost\Pairing\Unreachable;
use UcpHost\Setup\Requirements;

defined( 'ABSPATH' ) || exit;

/** Buttons of the settings page. Each redirects back to the page, which shows the result. */
final class Actions {

	public const PREFIX = 'ucp_host_';

	/** Panel of each button's result. */
	private const PANELS = array(
		'pair'      => 'connection',
		'unpair'    => 'connection',
		'dismiss'   => 'connection',
		'check'     => 'health',
		'reach'     => 'health',
		'mend'      => 'health',
		'discovery' => 'discovery',
		'probe'     => 'discovery',
	);

	public static function register(): void {
		foreach ( array_keys( self::PANELS ) as $name ) {
			add_action( 'admin_post_' . self::PREFIX . $name, static fn() => self::run( $name ) );
		}
	}

	private static function run( string $name ): void {
		check_admin_referer( self::PREFIX . $name );
		if ( ! current_user_can( SettingsPage::CAPABILITY ) ) {
			wp_die( esc_html__( 'You may not do this.', 'ucp-host' ), '', array( 'response' => 403 ) );
		}
		$panel   = self::PANELS[ $name ];
		$outcome = self::$name();
		if ( $outcome ) {
			Said::keep( $panel, $outcome );
		}
		wp_safe_redirect( SettingsPage::url() . '#ucp-host-' . $panel );
		exit;
	}

	private static function pair(): Outcome {
		return Connection::pair( self::field( 'service_url' ), self::field( 'code' ) );
	}

	private static function unpair(): Outcome {
		return Connection::unpair();
	}

	private static function dismiss(): ?Outcome {
		Ending::forget();
		return null;
	}

	private static function check(): Outcome {
		$outcome = Connection::check();
		return $outcome->is_ok() ? Outcome::ok( __( 'The service answers this shop.', 'ucp-host' ) ) : $outcome;
	}

	private static function reach(): Outcome {
		$problem = Requirements::problem_of_paired();
		if ( $problem ) {
			return $problem;
		}
		$outcome = Connection::check();
		$reaches = $outcome->data['reaches_site'] ?? null;
		if ( ! is_array( $reaches ) ) {
			return $outcome;
		}
		return $reaches['ok']
			? Outcome::ok( __( 'The service reaches this shop.', 'ucp-host' ) )
			: Outcome::problem( 'not_reached', $reaches['message'], (string) ( $reaches['remedy'] ?? '' ) );
	}

	private static function mend(): Outcome {
		$pairing = Pairing::stored();
		if ( ! $pairing || ! $pairing->is_of( SiteFacts::url() ) ) {
			return Outcome::problem( 'not_paired', __( 'This shop is not paired.', 'ucp-host' ) );
		}
		$report = Connection::mend_webhooks();
		if ( null === $report ) {
			return Outcome::problem( 'busy', __( 'The webhooks are being changed by another request.', 'ucp-host' ), __( 'Try again in a minute.', 'ucp-host' ) );
		}
		$done = count( $report['created'] ) + count( $report['repaired'] );
		return Outcome::ok(
			0 === $done
				? __( 'All webhooks are as they should be.', 'ucp-host' )
				/* translators: %d: a number of webhooks */
				: sprintf( _n( '%d webhook was repaired.', '%d webhooks were repaired.', $done, 'ucp-host' ), $done )
		);
	}

	private static function discovery(): Outcome {
		update_option( Mode::OPTION, Mode::of( self::field( 'mode' ) ), false );
		ManifestCopy::forget();
		return self::probe();
	}

	private static function probe(): Outcome {
		$pairing = Pairing::stored();
		$source  = $pairing ? WellKnown::source( Mode::chosen(), $pairing ) : '';
		return Probe::outcome( Mode::chosen(), $source, SiteFacts::url() . WellKnown::PATH, array( self::class, 'ask_self' ) );
	}

	/** As `Http::send`, with WordPress's own rule for calls to the site itself. */
	public static function ask_self( string $method, string $url, array $headers, string $body, int $seconds ): array {
		$answer = wp_remote_request(
			$url,
			array(
				'method'              => $method,
				'timeout'             => $seconds,
				'redirection'         => 0,
				'limit_response_size' => 524288,
				// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WordPress's filter.
				'sslverify'           => apply_filters( 'https_local_ssl_verify', false, $url ),
			)
		);
		if ( is_wp_error( $answer ) ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- WordPress's words are classified, never shown.
			throw Unreachable::because( (string) $answer->get_error_code(), $answer->get_error_message() );
		}
		return array(
			'status'  => (int) wp_remote_retrieve_response_code( $answer ),
			'headers' => array(
				'location'   => (string) wp_remote_retrieve_header( $answer, 'location' ),
			) + array_filter( array( 'x-ucp-host' => (string) wp_remote_retrieve_header( $answer, 'x-ucp-host' ) ) ),
			'body'    => wp_remote_retrieve_body( $answer ),
		);
	}

	private static function field( string $name ): string {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- looked at in `run`.
		return isset( $_POST[ $name ] ) && is_string( $_POST[ $name ] ) ? trim( sanitize_text_field( wp_unslash( $_POST[ $name ] ) ) ) : '';
	}
}
