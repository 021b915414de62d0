<?php
declare(strict_types=1);

namespace UcpHost\Steps;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.DB.DirectDatabaseQuery -- WordPress has no other way to a plugin's own table, and a copy in a cache would report twice.

/** Steps of agents' buyers until the service has taken their report, and for as long as a cart lives, so that each is reported once. */
final class StepTable {

	/** Failed reports after which a step is given up: six hours, as long as a session lives. */
	public const MAX_TRIES = 6;

	/** Steps in one report. */
	private const BATCH = 50;

	private const LIFETIME = 2 * DAY_IN_SECONDS;

	public static function name(): string {
		global $wpdb;
		return $wpdb->prefix . 'ucp_host_buyer_steps';
	}

	public static function create(): void {
		global $wpdb;
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		dbDelta(
			'CREATE TABLE ' . self::name() . " (
session_id char(36) NOT NULL,
step varchar(10) NOT NULL,
reached_at bigint(20) unsigned NOT NULL,
tries tinyint(3) unsigned NOT NULL DEFAULT 0,
is_sent tinyint(1) unsigned NOT NULL DEFAULT 0,
PRIMARY KEY  (session_id,step),
KEY is_sent (is_sent,reached_at)
) " . $wpdb->get_charset_collate() . ';'
		);
	}

	/** False for a step that is known already. */
	public static function add( string $session_id, string $step ): bool {
		global $wpdb;
		return 1 === $wpdb->query( $wpdb->prepare( 'INSERT IGNORE INTO %i (session_id, step, reached_at) VALUES (%s, %s, %d)', self::name(), $session_id, $step, time() ) );
	}

	/** @return array<int, array{session_id: string, step: string, reached_at: string, tries: string}> Oldest first. */
	public static function waiting(): array {
		global $wpdb;
		return $wpdb->get_results( $wpdb->prepare( 'SELECT session_id, step, reached_at, tries FROM %i WHERE is_sent = 0 AND tries < %d ORDER BY reached_at LIMIT %d', self::name(), self::MAX_TRIES, self::BATCH ), ARRAY_A );
	}

	/** Records the outcome of a report. */
	public static function reported( array $steps, bool $is_sent ): void {
		global $wpdb;
		foreach ( $steps as $step ) {
			$outcome = $is_sent ? array( 'is_sent' => 1 ) : array( 'tries' => (int) $step['tries'] + 1 );
			$wpdb->update( self::name(), $outcome, array( 'session_id' => $step['session_id'], 'step' => $step['step'] ) );
		}
	}

	/** Every day. */
	public static function clean(): void {
		global $wpdb;
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE reached_at < %d', self::name(), time() - self::LIFETIME ) );
	}

	/** The service that they were for is gone. */
	public static function clear(): void {
		global $wpdb;
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i', self::name() ) );
	}
}
