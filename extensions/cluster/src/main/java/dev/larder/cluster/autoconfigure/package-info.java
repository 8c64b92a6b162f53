/** Configures a member of a cluster, its meters, its health and its section of the page. */
@NullMarked
package dev.larder.cluster.autoconfigure;

import org.jspecify.annotations.NullMarked;
