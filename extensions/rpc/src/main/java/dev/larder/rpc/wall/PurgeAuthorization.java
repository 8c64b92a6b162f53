package dev.larder.rpc.wall;

import java.util.Optional;

/**
 * Who may purge by a procedure. The endpoint trusts whoever reaches its port, past that port's address and certificates; a
 * call has passed neither, so its client proves a right of his own.
 *
 * @param byCertificate whether a certificate that this server trusts is one; where users have names, those decide
 * @param byLoopback whether it is one to be on the gateway's machine: this server is there for nobody else, the endpoint's
 *     wants no certificates, and users have no names
 */
public record PurgeAuthorization(boolean byCertificate, boolean byLoopback) {

    /**
     * Why a client may not; empty if he may.
     *
     * @param user whether the filters before the endpoint know who he is
     * @param certificate whether he has shown one that this server trusts
     */
    public Optional<PurgeDenial> of(boolean user, boolean certificate) {
        boolean proven = user || (certificate && byCertificate) || byLoopback;
        return proven ? Optional.empty() : Optional.of(PurgeDenial.PURGE_UNPROVEN);
    }
}
