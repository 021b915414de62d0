<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

use UcpHost\Carts\CartLock;
use UcpHost\Discovery\ManifestCopy;
use UcpHost\Rest\Health;
use UcpHost\Setup\ApiKey;
use UcpHost\Setup\Requirements;
use UcpHost\Steps\StepReport;
use UcpHost\Steps\StepTable;
use UcpHost\Webhooks\StoreWebhooks;
use UcpHost\Webhooks\WebhookPlan;

defined( 'ABSPATH' ) || exit;

/** Pairs this site with a service, maintains the connection, and unpairs it. */
final class Connection {

	/** Lock of pairing and of changing webhooks, so that each topic has one. */
	private const LOCK = 'pairing';

	/** Failures after which the service may have paired, so that the same attempt is repeated. */
	private const LOST = array( 'timeout', 'connection', 'service_error' );

	/** Shorter than the service waits for an answer. */
	private const SECONDS_TO_WAIT = 5;

	public static function pair( string $typed_address, string $typed_code ): Outcome {
		$code    = (string) preg_replace( '/\D+/', '', $typed_code );
		$address = ServiceAddress::of( $typed_address, ServiceAddress::preset() );
		if ( null === $address ) {
			return Outcome::problem( 'address', __( 'This is not the address of a service.', 'ucp-host' ), __( 'Enter an address such as https://ucp.example.com.', 'ucp-host' ) );
		}
		if ( 6 !== strlen( $code ) ) {
			return Outcome::problem( 'code', __( 'The code has six digits.', 'ucp-host' ), __( 'The service shows it to you when you add this shop there.', 'ucp-host' ) );
		}
		$problem = Requirements::problem();
		if ( $problem ) {
			return $problem;
		}
		update_option( ServiceAddress::OPTION, $address, false );
		// A second press waits and finds the first one's result.
		if ( ! CartLock::take( self::LOCK, 50 ) ) {
			return Outcome::problem( 'busy', __( 'This shop is being paired by another request.', 'ucp-host' ), __( 'Try again in a minute.', 'ucp-host' ) );
		}
		try {
			return self::pair_once( $address, $code );
		} finally {
			CartLock::release( self::LOCK );
		}
	}

	/** Ends the pairing here, and there if the service answers. */
	public static function unpair(): Outcome {
		$pairing = Pairing::stored();
		if ( ! $pairing ) {
			return Outcome::ok( __( 'This shop is not paired.', 'ucp-host' ) );
		}
		$is_copy = ! $pairing->is_of( SiteFacts::url() );
		$told    = $is_copy ? null : self::client( $pairing->service_url )->unpair( $pairing->service_token );
		self::forget();
		ApiKey::revoke();
		if ( $is_copy ) {
			return Outcome::ok( __( 'This copy of the shop is not paired any more. The shop that it was copied from still is.', 'ucp-host' ) );
		}
		if ( $told->is_ok() || 'unpaired' === $told->reason ) {
			return Outcome::ok( __( 'Unpaired. The service has deleted its key, and the webhooks are removed.', 'ucp-host' ) );
		}
		return Outcome::warning(
			$told->reason,
			__( 'Unpaired here: the service\'s key is revoked and the webhooks are removed. But the service could not be notified.', 'ucp-host' ) . ' ' . $told->message,
			__( 'Disconnect the shop in the service as well.', 'ucp-host' )
		);
	}

	/** Asks the service what it knows of this site; keeps what it says for the settings page. */
	public static function check(): Outcome {
		$pairing = Pairing::stored();
		if ( ! $pairing ) {
			return Outcome::ok( __( 'This shop is not paired.', 'ucp-host' ) );
		}
		if ( ! $pairing->is_of( SiteFacts::url() ) ) {
			return Outcome::problem( 'copy', __( 'This is a copy of the shop that was paired, so it sends no requests.', 'ucp-host' ) );
		}
		$outcome = self::client( $pairing->service_url )->status( $pairing->service_token );
		if ( 'unpaired' === $outcome->reason ) {
			self::ended_by_service();
			return $outcome;
		}
		$now = $outcome->is_ok() ? Pairing::reread() : null;
		if ( $now ) {
			$now->updated_by( $outcome->data )->store();
		}
		LastStatus::keep( $outcome, time() );
		return $outcome;
	}

	/** Handles unpairing by the service: removes what the site made for it and notifies the merchant. */
	public static function ended_by_service(): void {
		$pairing = Pairing::stored();
		if ( $pairing ) {
			self::forget();
			Ending::note( $pairing->service_name, time() );
		}
	}

	/** Every day. */
	public static function mend(): void {
		Attempt::end_expired();
		$pairing = Pairing::stored();
		if ( $pairing && $pairing->is_of( SiteFacts::url() ) && class_exists( 'WooCommerce', false ) && 'unpaired' !== self::check()->reason ) {
			self::mend_webhooks();
			StepReport::send();
		}
	}

	/**
	 * Every day, when the merchant asks, and when the service asks, which names what it wants: one request after the other.
	 *
	 * @return array{created: string[], repaired: string[], fine: string[]}|null Null when another request takes too long.
	 */
	public static function mend_webhooks( ?WebhookPlan $wanted = null ): ?array {
		return self::locked(
			static function () use ( $wanted ): array {
				$pairing = Pairing::reread();
				if ( $pairing && $wanted ) {
					$pairing->with_webhooks( $wanted )->store();
				}
				$plan = $wanted ?? ( $pairing ? $pairing->webhooks() : null );
				return $plan ? StoreWebhooks::mend( $plan ) : array_fill_keys( array( 'created', 'repaired', 'fine' ), array() );
			}
		);
	}

	/** @return string[]|null The topics; null when another request takes too long. */
	public static function remove_webhooks( WebhookPlan $wanted ): ?array {
		return self::locked( static fn(): array => StoreWebhooks::remove( $wanted ) );
	}

	private static function locked( callable $work ): ?array {
		if ( ! CartLock::take( self::LOCK, self::SECONDS_TO_WAIT ) ) {
			return null;
		}
		try {
			return $work();
		} finally {
			CartLock::release( self::LOCK );
		}
	}

	public static function client( string $service_url ): ServiceClient {
		return new ServiceClient( $service_url, array( Http::class, 'send' ) );
	}

	private static function pair_once( string $address, string $code ): Outcome {
		$pairing = Pairing::reread();
		if ( $pairing && $pairing->is_of( SiteFacts::url() ) ) {
			return hash_equals( $pairing->code_hash, Attempt::hash( $code ) )
				? self::paired( $pairing )
				: Outcome::problem( 'paired_already', __( 'This shop is paired already.', 'ucp-host' ), __( 'Unpair it first to pair it with another service.', 'ucp-host' ) );
		}
		$attempt = Attempt::begin( $address, $code, time() );
		if ( ! $attempt ) {
			return Outcome::problem( 'no_key', __( 'No REST key could be created for the service.', 'ucp-host' ), __( 'Ask an administrator who may manage WooCommerce to pair the shop.', 'ucp-host' ) );
		}
		$request = SiteFacts::pair_request( $code, $attempt );
		$outcome = AllowedHosts::during( $address, static fn() => self::client( $address )->pair( $request ) );
		if ( $outcome->is_ok() ) {
			return self::begin( Pairing::begun_by( $attempt, $outcome->data, time() ), $attempt );
		}
		if ( ! in_array( $outcome->reason, self::LOST, true ) ) {
			Attempt::end();
		}
		return $outcome;
	}

	private static function begin( Pairing $pairing, Attempt $attempt ): Outcome {
		ApiKey::keep( $attempt->key );
		$pairing->store();
		Attempt::forget();
		LastStatus::forget();
		Ending::forget();
		ManifestCopy::forget();
		StoreWebhooks::mend( $pairing->webhooks() );
		return self::paired( $pairing );
	}

	private static function paired( Pairing $pairing ): Outcome {
		/* translators: 1: the name of a service 2: the name of a store */
		return Outcome::ok( sprintf( __( 'Paired: %1$s knows this shop as "%2$s". Agents can find it now.', 'ucp-host' ), $pairing->service_name, $pairing->store_name ) );
	}

	private static function forget(): void {
		$pairing = Pairing::stored();
		if ( $pairing && class_exists( 'WooCommerce', false ) ) {
			StoreWebhooks::remove( $pairing->webhooks() );
		}
		Attempt::end();
		delete_option( Pairing::OPTION );
		delete_option( Health::PAIRED );
		StepTable::clear();
		LastStatus::forget();
		ManifestCopy::forget();
	}
}
