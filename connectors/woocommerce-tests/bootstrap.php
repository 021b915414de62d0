<?php
/** Stubs of the functions of WordPress and WooCommerce that the plugin calls. */

declare(strict_types=1);

error_reporting( E_ALL );
date_default_timezone_set( 'UTC' );

define( 'ABSPATH', __DIR__ . '/' );
define( 'MINUTE_IN_SECONDS', 60 );
define( 'HOUR_IN_SECONDS', 3600 );
define( 'DAY_IN_SECONDS', 86400 );
define( 'DB_NAME', 'wordpress' );
define( 'ARRAY_A', 'ARRAY_A' );

foreach ( glob( __DIR__ . '/stubs/*.php' ) as $file ) {
	require $file;
}
require __DIR__ . '/../woocommerce/ucp-host.php';
require __DIR__ . '/ConnectorTestCase.php';

/** Hooks by name; empty at the start of each test. */
define( 'UCP_HOST_HOOKS', array_map( static fn( $callbacks ) => array_filter( $callbacks, 'is_array' ), Site::$filters ) );
