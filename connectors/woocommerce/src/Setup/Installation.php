<?php
declare(strict_types=1);

namespace UcpHost\Setup;

use UcpHost\Carts\CartTable;

defined( 'ABSPATH' ) || exit;

/** One site's table, daily tasks and REST key. Deactivating keeps them; uninstall.php removes them. */
final class Installation {

	public const CLEANING = 'ucp_host_clean_carts';
	public const MENDING  = 'ucp_host_mend';

	private const TABLE_VERSION = '1';

	public static function activate( bool $for_network = false ): void {
		if ( $for_network ) {
			return;
		}
		self::ensure_table();
		self::ensure_key();
	}

	public static function deactivate(): void {
		wp_clear_scheduled_hook( self::CLEANING );
		wp_clear_scheduled_hook( self::MENDING );
	}

	public static function ensure_table(): void {
		if ( get_option( 'ucp_host_table_version' ) !== self::TABLE_VERSION ) {
			CartTable::create();
			update_option( 'ucp_host_table_version', self::TABLE_VERSION );
		}
		foreach ( array( self::CLEANING, self::MENDING ) as $task ) {
			if ( ! wp_next_scheduled( $task ) ) {
				wp_schedule_event( time() + HOUR_IN_SECONDS, 'daily', $task );
			}
		}
	}

	/** WooCommerce may have been activated after us; then this is done on the first visit to the administration. */
	public static function ensure_key(): void {
		if ( class_exists( 'WooCommerce', false ) && false === get_option( ApiKey::OPTION ) ) {
			ApiKey::create();
		}
	}
}
