<?php
declare(strict_types=1);

namespace UcpHost\Steps;

use UcpHost\Pairing\Http;
use UcpHost\Pairing\Pairing;
use UcpHost\Pairing\SiteFacts;
use UcpHost\Pairing\Unreachable;

defined( 'ABSPATH' ) || exit;

/** Reports steps to the service from WordPress's scheduler, several at once and signed like the shop's webhooks: no buyer waits for it. */
final class StepReport {

	public const TASK = 'ucp_host_report_steps';

	/** Collects steps that follow each other. */
	private const DELAY = 10;

	private const SECONDS = 10;

	/** Paired as this site, not as the one that it was copied from. */
	public static function is_wanted(): bool {
		return null !== self::pairing();
	}

	public static function schedule( int $delay = self::DELAY ): void {
		wp_schedule_single_event( time() + $delay, self::TASK );
	}

	/** Safe to repeat, and to run twice at once: the service merges reports. */
	public static function send(): void {
		$pairing = self::pairing();
		$steps   = $pairing ? StepTable::waiting() : array();
		if ( ! $pairing || ! $steps ) {
			return;
		}
		$is_sent = self::post( $pairing, $steps );
		StepTable::reported( $steps, $is_sent );
		$rest = StepTable::waiting();
		if ( $rest ) {
			self::schedule( $is_sent ? self::DELAY : self::pause( (int) min( array_column( $rest, 'tries' ) ) ) );
		}
	}

	private static function pairing(): ?Pairing {
		$pairing = Pairing::stored();
		return $pairing && $pairing->is_of( SiteFacts::url() ) ? $pairing : null;
	}

	/** One minute after the first failure, then four times as long each time. */
	private static function pause( int $tries ): int {
		return MINUTE_IN_SECONDS * 4 ** max( 0, $tries - 1 );
	}

	private static function post( Pairing $pairing, array $steps ): bool {
		$body      = (string) wp_json_encode( self::message( $steps ) );
		$signature = base64_encode( hash_hmac( 'sha256', $body, $pairing->webhook_secret, true ) );
		$headers   = array(
			'Content-Type'             => 'application/json',
			'X-WC-Webhook-Topic'       => 'action.ucp_host_buyer_steps',
			'X-WC-Webhook-Signature'   => $signature,
			'X-WC-Webhook-Delivery-ID' => $signature,
		);
		try {
			$answer = Http::send( 'POST', $pairing->webhook_address, $headers, $body, self::SECONDS );
		} catch ( Unreachable $error ) {
			return false;
		}
		return $answer['status'] >= 200 && $answer['status'] < 300;
	}

	/** The wire's buyerSteps. */
	private static function message( array $steps ): array {
		return array(
			'buyer_steps' => array_map(
				static fn( array $step ) => array(
					'session_id' => $step['session_id'],
					'step'       => $step['step'],
					'at'         => gmdate( 'Y-m-d\TH:i:s\Z', (int) $step['reached_at'] ),
				),
				$steps
			),
		);
	}
}
