package dev.larder.rpc.policy;

import java.util.Optional;

/**
 * Decides which clients may purge over RPC. The endpoint trusts clients that reach its port, past that port's address
 * and certificates. A call has passed neither, so its client must prove its own authorization.
 *
 * @param byCertificate whether a certificate trusted by this server is sufficient; not if clients authenticate as users
 * @param byLoopback whether being on the gateway's machine is sufficient: this server listens only there, the
 *     endpoint's server requires no certificates, and clients do not authenticate as users
 */
public record PurgeAuthorization(boolean byCertificate, boolean byLoopback) {

    /**
     * Returns why a client may not purge; empty if it may.
     *
     * @param user whether the filters before the endpoint have authenticated the client
     * @param certificate whether the client has presented one that this server trusts
     */
    public Optional<PurgeDenial> of(boolean user, boolean certificate) {
        boolean proven = user || (certificate && byCertificate) || byLoopback;
        return proven ? Optional.empty() : Optional.of(PurgeDenial.PURGE_UNPROVEN);
    }
}
