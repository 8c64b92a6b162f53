/** What clients of the remote procedure call see. */
package dev.larder.acceptance.rpc;
