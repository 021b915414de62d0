<?php
declare(strict_types=1);

namespace UcpHost\Setup;

use UcpHost\Carts\CartTable;
use UcpHost\Pairing\Attempt;
use UcpHost\Steps\StepReport;
use UcpHost\Steps\StepTable;
use const UcpHost\VERSION;

defined( 'ABSPATH' ) || exit;

/** One site's tables and daily tasks. Deactivating keeps the tables; uninstall.php removes them. */
final class Installation {

	public const CLEANING = 'ucp_host_clean_carts';
	public const MENDING  = 'ucp_host_mend';

	/** Version of the plugin that was set up last. */
	private const OPTION = 'ucp_host_version';

	/** For a network, each site sets itself up on its own first visit. */
	public static function activate( bool $for_network = false ): void {
		if ( ! $for_network ) {
			self::ensure();
		}
	}

	/** A task that is left on another site of the network finds nothing that answers it; the REST key needs the plugin to work. */
	public static function deactivate(): void {
		wp_clear_scheduled_hook( self::CLEANING );
		wp_clear_scheduled_hook( self::MENDING );
		wp_clear_scheduled_hook( StepReport::TASK );
	}

	/** WooCommerce may have been activated after us; then this is done on the first visit to the site. */
	public static function ensure(): void {
		if ( ! class_exists( 'WooCommerce', false ) ) {
			return;
		}
		foreach ( array( self::CLEANING, self::MENDING ) as $task ) {
			if ( ! wp_next_scheduled( $task ) ) {
				wp_schedule_event( time() + HOUR_IN_SECONDS, 'daily', $task );
			}
		}
		if ( get_option( self::OPTION ) !== VERSION ) {
			self::upgrade();
		}
	}

	/** Safe to repeat: the version is stored last. A new version may need other webhooks; no visitor waits for them. */
	private static function upgrade(): void {
		CartTable::create();
		StepTable::create();
		// The key of an attempt under way may be one of an earlier version, which WooCommerce accepts.
		Attempt::end();
		ApiKey::upgrade();
		wp_schedule_single_event( time(), self::MENDING );
		delete_option( 'ucp_host_table_version' );
		update_option( self::OPTION, VERSION );
	}
}
