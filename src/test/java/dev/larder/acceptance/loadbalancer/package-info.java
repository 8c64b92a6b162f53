/** Routes whose requests go to instances of a service, of which a load balancer chooses. */
@NullMarked
package dev.larder.acceptance.loadbalancer;

import org.jspecify.annotations.NullMarked;
