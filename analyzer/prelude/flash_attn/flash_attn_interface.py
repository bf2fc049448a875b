"""Sequences of several lengths stand one behind the other: as one of all their rows, as far as memory goes."""
import _vramlint
import torch


def flash_attn_func(q, k, v, dropout_p=0.0, softmax_scale=None, causal=False, window_size=(-1, -1), softcap=0.0,
                    alibi_slopes=None, deterministic=False, return_attn_probs=False):
    if _vramlint.is_known(q.dtype) and q.dtype not in (torch.float16, torch.bfloat16):
        raise RuntimeError("FlashAttention only support fp16 and bf16 data type")
    q, k, v = [part.transpose(1, 2) for part in (q, k, v)]
    made = _vramlint.op("torch.nn.functional.scaled_dot_product_attention", q, k, v, None, dropout_p, causal,
                        scale=softmax_scale, enable_gqa=True)
    made = made.transpose(1, 2)
    if not return_attn_probs:
        return made
    return made, _vramlint.unknown("log-sum-exp of flash_attn is not modelled"), None


def flash_attn_qkvpacked_func(qkv, dropout_p=0.0, softmax_scale=None, causal=False, **options):
    return flash_attn_func(*qkv.unbind(-3), dropout_p, softmax_scale, causal, **options)


def flash_attn_kvpacked_func(q, kv, dropout_p=0.0, softmax_scale=None, causal=False, **options):
    return flash_attn_func(q, *kv.unbind(-3), dropout_p, softmax_scale, causal, **options)


def flash_attn_varlen_func(q, k, v, cu_seqlens_q, cu_seqlens_k, max_seqlen_q, max_seqlen_k, dropout_p=0.0,
                           softmax_scale=None, causal=False, window_size=(-1, -1), softcap=0.0, alibi_slopes=None,
                           deterministic=False, return_attn_probs=False, block_table=None):
    q, k, v = [part.unsqueeze(0) for part in (q, k, v)]
    made = flash_attn_func(q, k, v, dropout_p, softmax_scale, causal, return_attn_probs=return_attn_probs)
    return (made[0].squeeze(0), *made[1:]) if return_attn_probs else made.squeeze(0)


def flash_attn_varlen_qkvpacked_func(qkv, cu_seqlens, max_seqlen, dropout_p=0.0, softmax_scale=None, causal=False,
                                     **options):
    return flash_attn_varlen_func(*qkv.unbind(-3), cu_seqlens, cu_seqlens, max_seqlen, max_seqlen, dropout_p,
                                  softmax_scale, causal, **options)


def flash_attn_varlen_kvpacked_func(q, kv, cu_seqlens_q, cu_seqlens_k, max_seqlen_q, max_seqlen_k, dropout_p=0.0,
                                    softmax_scale=None, causal=False, **options):
    return flash_attn_varlen_func(q, *kv.unbind(-3), cu_seqlens_q, cu_seqlens_k, max_seqlen_q, max_seqlen_k, dropout_p,
                                  softmax_scale, causal, **options)


flash_attn_unpadded_func = flash_attn_varlen_func
flash_attn_unpadded_qkvpacked_func = flash_attn_varlen_qkvpacked_func
flash_attn_unpadded_kvpacked_func = flash_attn_varlen_kvpacked_func
