/** The page for operators, in a real browser and over the wire, and the dashboard that Grafana is given. */
@NullMarked
package dev.larder.acceptance.dashboard;

import org.jspecify.annotations.NullMarked;
